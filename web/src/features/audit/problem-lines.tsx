import { Link } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { getDisplayName, Trans, useTranslation } from '../../i18n/index.ts';
import styles from './audit.module.css';
import { CoinAmount, PersonLink, UtcTime } from './components.tsx';
import { getAccountPath, getCrowdfundingPath, getEntriesPath } from './paths.ts';

type ProblemOf<Kind extends Exclude<keyof AuditProblems, 'position'>> = AuditProblems[Kind]['items'][number];

/** An entry whose debits and credits differ. */
export function UnbalancedLine({ type, position, debit, credit }: ProblemOf<'unbalanced'>) {
  const { t } = useTranslation('audit');
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
export function StuckSettlementLine(settlement: ProblemOf<'stuckSettlements'>) {
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

/** A payment that has not been credited to a wallet. */
export function PaymentLine({ id, amount, since }: ProblemOf<'uncredited'>) {
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
export function DebtLine({ profile, amount }: ProblemOf<'receivables'>) {
  const { t } = useTranslation('audit');
  return (
    <Trans
      t={t}
      i18nKey="problems.owes"
      components={{
        person: <PersonLink nickname={profile.nickname} />,
        account: <Link to={getAccountPath(`receivable:${profile.id}`)} />,
        amount: <CoinAmount coins={amount} />,
      }}
    />
  );
}

/** An adjustment that requires approval. */
export function AdjustmentLine({ amount, profile, proposedBy }: ProblemOf<'adjustments'>) {
  const { t } = useTranslation('audit');
  return (
    <Trans
      t={t}
      i18nKey="problems.adjustment"
      components={{
        amount: <CoinAmount coins={amount} />,
        person: <PersonLink nickname={profile.nickname} />,
        asking: <PersonLink nickname={proposedBy.nickname} />,
      }}
    />
  );
}
