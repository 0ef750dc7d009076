import { Ban, Hourglass, MoonStar } from 'lucide-react';
import { Navigate, useLocation } from 'react-router-dom';
import { formatDateTime, useTranslation } from '../../../i18n/index.ts';
import { SupportLink } from '../../../shared/support-link.tsx';
import { Card, LinkButton, PageHeading } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import styles from '../accounts.module.css';
import type { AwaitingState } from '../use-session-start.ts';

const ICONS = {
  NOT_APPROVED: Hourglass,
  INACTIVE: MoonStar,
  BANNED: Ban,
} as const satisfies Record<AwaitingState['type'], unknown>;

/** /awaiting-approval: explains why an account cannot log in, for the reason in the navigation state. */
export function AwaitingApprovalPage() {
  const { t } = useTranslation('accounts');
  const { state } = useLocation() as { readonly state: Partial<AwaitingState> | null };
  const type = state?.type;
  if (!type || !Object.hasOwn(ICONS, type)) return <Navigate to="/" replace />;
  const Icon = ICONS[type];
  return (
    <Page width="30rem">
      <Card className={styles.notice}>
        <Icon size={56} aria-hidden="true" />
        <PageHeading>{t(`awaiting.${type}.title`)}</PageHeading>
        {state?.until && <p>{t('awaiting.until', { until: formatDateTime(state.until) })}</p>}
        <p className={styles.muted}>{t(`awaiting.${type}.text`)}</p>
        {type !== 'NOT_APPROVED' && <SupportLink />}
        <LinkButton to="/">{t('awaiting.home')}</LinkButton>
      </Card>
    </Page>
  );
}
