import { Link } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { displayName, Trans, useTranslation } from '../../i18n/index.ts';
import { accountAddress, campaignAddress, entriesAddress } from './addresses.ts';
import styles from './audit.module.css';
import { Figure, PersonLink, UtcTime } from './pieces.tsx';

/** An entry whose debit and credit differ. */
export function Unbalanced({ entry }: { readonly entry: AuditProblems['unbalanced']['items'][number] }) {
  const { t } = useTranslation('audit');
  const { type, position, debit, credit } = entry;
  return (
    <Trans
      t={t}
      i18nKey="problems.unbalanced"
      values={{ position }}
      components={{
        entry: <Link to={entriesAddress({ type })}>{t(`types.${type}`)}</Link>,
        debit: <Figure coins={debit} />,
        credit: <Figure coins={credit} />,
      }}
    />
  );
}

/** A campaign with overdue refunds or an overdue release. */
export function Stuck({ stuck }: { readonly stuck: AuditProblems['stuckSettlements']['items'][number] }) {
  const { t } = useTranslation('audit');
  const { crowdfunding, kind, waiting, amount, since } = stuck;
  return (
    <Trans
      t={t}
      i18nKey={kind === 'REFUND' ? 'problems.refunds' : 'problems.release'}
      count={waiting}
      components={{
        campaign: <Link to={campaignAddress(crowdfunding.id)}>{displayName(crowdfunding.title)}</Link>,
        amount: <Figure coins={amount} />,
        time: <UtcTime instant={since} />,
      }}
    />
  );
}

export interface PaymentProps {
  readonly payment: { readonly id: string; readonly amount: number; readonly since: string };
}

/** A payment that has not been credited to a wallet. */
export function Payment({ payment: { id, amount, since } }: PaymentProps) {
  const { t } = useTranslation('audit');
  return (
    <Trans
      t={t}
      i18nKey="problems.payment"
      components={{
        payment: <span className={styles.id}>{id}</span>,
        amount: <Figure coins={amount} />,
        time: <UtcTime instant={since} />,
      }}
    />
  );
}

/** The debt of an account. */
export function Owed({ owed }: { readonly owed: AuditProblems['receivables']['items'][number] }) {
  const { t } = useTranslation('audit');
  const { profile, amount } = owed;
  return (
    <Trans
      t={t}
      i18nKey="problems.owes"
      components={{
        person: <PersonLink person={profile} />,
        account: <Link to={accountAddress(`receivable:${profile.id}`)} />,
        amount: <Figure coins={amount} />,
      }}
    />
  );
}

/** An adjustment that awaits approval. */
export function Asked({
  adjustment,
}: {
  readonly adjustment: AuditProblems['adjustments']['items'][number];
}) {
  const { t } = useTranslation('audit');
  const { amount, profile, proposedBy } = adjustment;
  return (
    <Trans
      t={t}
      i18nKey="problems.adjustment"
      components={{
        amount: <Figure coins={amount} />,
        person: <PersonLink person={profile} />,
        asking: <PersonLink person={proposedBy} />,
      }}
    />
  );
}
