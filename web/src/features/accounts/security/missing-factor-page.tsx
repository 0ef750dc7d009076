import { useTranslation } from '../../../i18n/index.ts';
import { Card, LinkButton, PageHeading } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import styles from './security.module.css';

/** Shown instead of the staff tools to staff who have no second factor. */
export function MissingFactorPage() {
  const { t } = useTranslation('security');
  return (
    <Page width="40rem">
      <Card className={styles.missing}>
        <PageHeading>{t('missing.title')}</PageHeading>
        <p>{t('missing.text')}</p>
        <LinkButton to="/settings/security">{t('missing.open')}</LinkButton>
      </Card>
    </Page>
  );
}
