import { legalEndpoints } from '../../../../contract/endpoints/legal.ts';
import type { LegalDocument } from '../../../../contract/legal.ts';
import { kindraApi } from '../../api/base.ts';
import { createEndpoints } from '../../api/endpoints.ts';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { SupportLink } from '../../shared/support-link.tsx';
import { Card, ErrorState, Loading, PageHeading } from '../../ui/index.ts';
import { Page } from '../../ui/page.tsx';
import styles from './legal-page.module.css';

const { useGetLegalTextQuery } = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(legalEndpoints) })
  .enhanceEndpoints({ endpoints: { getLegalText: { extraOptions: { isQuiet: true } } } });

function LegalText({ document }: { readonly document: LegalDocument }) {
  const { t } = useTranslation('legal');
  const { data, isError, refetch } = useGetLegalTextQuery({ document, language: useLanguage() });
  if (isError) return <ErrorState onRetry={() => void refetch()}>{t('failure')}</ErrorState>;
  if (!data) return <Loading label={t('loading')} />;
  return (
    <Card className={styles.text}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders the operator's Markdown without HTML. */}
      <div dangerouslySetInnerHTML={{ __html: data.html }} />
      <SupportLink className={styles.support} />
    </Card>
  );
}

/** The pages /terms and /privacy. */
export function LegalPage({ document }: { readonly document: LegalDocument }) {
  const { t } = useTranslation('legal');
  return (
    <Page>
      <PageHeading>{t(`titles.${document}`)}</PageHeading>
      <LegalText document={document} />
    </Page>
  );
}
