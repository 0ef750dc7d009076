import { Link } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { getDisplayName, Trans, useTranslation } from '../../i18n/index.ts';
import styles from './audit.module.css';
import { CoinAmount, PersonLink, UtcTime } from './components.tsx';
import { getAccountPath, getCrowdfundingPath, getEntriesPath } from './paths.ts';

/** An entry whose debits and credits differ. */
export function UnbalancedLine({ entry }: { readonly entry: AuditProblems['unbalanced']['items'][number] }) {
  const { t } = useTranslation('audit');
  const { type, position, debit, credit } = entry;
  return (
    <Trans
      t={t}
      i18nKey="problems.unbalanced"
      values={{ position }}
      components={{
        entry: <Link to={getEntriesPath({ type })}>{t(`types.${type}`)}</Link>,
        debit: <CoinAmount coins={debit} />,
        credit: <CoinAmount coins={credit} />,
      }}
    />
  );
}

/** A campaign with overdue refunds or an overdue release. */
export function StuckSettlementLine({
  settlement,
}: {
  readonly settlement: AuditProblems['stuckSettlements']['items'][number];
}) {
  const { t } = useTranslation('audit');
  const { crowdfunding, kind, waiting, amount, since } = settlement;
  return (
    <Trans
      t={t}
      i18nKey={kind === 'REFUND' ? 'problems.refunds' : 'problems.release'}
      values={{ count: waiting }}
      components={{
        campaign: <Link to={getCrowdfundingPath(crowdfunding.id)}>{getDisplayName(crowdfunding.title)}</Link>,
        amount: <CoinAmount coins={amount} />,
        time: <UtcTime instant={since} />,
      }}
    />
  );
}

interface PaymentLineProps {
  readonly payment: { readonly id: string; readonly amount: number; readonly since: string };
}

/** A payment that has not been credited to a wallet. */
export function PaymentLine({ payment: { id, amount, since } }: PaymentLineProps) {
  const { t } = useTranslation('audit');
  return (
    <Trans
      t={t}
      i18nKey="problems.payment"
      components={{
        payment: <span className={styles.id}>{id}</span>,
        amount: <CoinAmount coins={amount} />,
        time: <UtcTime instant={since} />,
      }}
    />
  );
}

/** The debt of a ledger account. */
export function DebtLine({ debt }: { readonly debt: AuditProblems['receivables']['items'][number] }) {
  const { t } = useTranslation('audit');
  const { profile, amount } = debt;
  return (
    <Trans
      t={t}
      i18nKey="problems.owes"
      components={{
        person: <PersonLink person={profile} />,
        account: <Link to={getAccountPath(`receivable:${profile.id}`)} />,
        amount: <CoinAmount coins={amount} />,
      }}
    />
  );
}

/** An adjustment that requires approval. */
export function AdjustmentLine({
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
        amount: <CoinAmount coins={amount} />,
        person: <PersonLink person={profile} />,
        asking: <PersonLink person={proposedBy} />,
      }}
    />
  );
}
