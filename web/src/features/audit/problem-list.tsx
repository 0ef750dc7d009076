import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { type EnglishTexts, formatNumber, useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import styles from './audit.module.css';
import {
  AdjustmentLine,
  DebtLine,
  PaymentLine,
  StuckSettlementLine,
  UnbalancedLine,
} from './problem-lines.tsx';

type Texts = EnglishTexts['audit']['problems'];

interface ProblemKind {
  readonly name: keyof Texts['titles'];
  readonly count: number;
  /** Whether the problem is an error in the books rather than a pending decision. */
  readonly isError: boolean;
  readonly items: readonly { readonly key: string; readonly line: ReactNode }[];
  /** Link to the full list. */
  readonly more?: { readonly to: string; readonly textKey: 'identify' | 'decide' };
}

/** Maps problems to lines, keyed by subject id. */
function toLines<Item>(
  items: readonly Item[],
  getKey: (item: Item) => string,
  renderLine: (item: Item) => ReactElement,
) {
  return items.map((item) => ({ key: getKey(item), line: renderLine(item) }));
}

const getId = ({ id }: { readonly id: string }): string => id;

const getProblemKinds = (problems: AuditProblems): readonly ProblemKind[] => [
  {
    name: 'unbalanced',
    isError: true,
    count: problems.unbalanced.count,
    items: toLines(problems.unbalanced.items, getId, (entry) => <UnbalancedLine entry={entry} />),
  },
  {
    name: 'stuck',
    isError: true,
    count: problems.stuckSettlements.count,
    items: toLines(
      problems.stuckSettlements.items,
      ({ crowdfunding }) => crowdfunding.id,
      (settlement) => <StuckSettlementLine settlement={settlement} />,
    ),
  },
  {
    name: 'uncredited',
    isError: true,
    count: problems.uncredited.count,
    items: toLines(problems.uncredited.items, getId, (payment) => <PaymentLine payment={payment} />),
  },
  {
    name: 'suspense',
    isError: true,
    count: problems.suspense.count,
    more: { to: '/dashboard/audit/suspense', textKey: 'identify' },
    items: toLines(problems.suspense.items, getId, (payment) => <PaymentLine payment={payment} />),
  },
  {
    name: 'receivables',
    isError: false,
    count: problems.receivables.count,
    items: toLines(
      problems.receivables.items,
      ({ profile }) => profile.id,
      (debt) => <DebtLine debt={debt} />,
    ),
  },
  {
    name: 'adjustments',
    isError: false,
    count: problems.adjustments.count,
    more: { to: '/dashboard/audit/adjustments', textKey: 'decide' },
    items: toLines(problems.adjustments.items, getId, (adjustment) => (
      <AdjustmentLine adjustment={adjustment} />
    )),
  },
];

function ProblemCard({ kind }: { readonly kind: ProblemKind }) {
  const { t } = useTranslation('audit');
  const title = t(`problems.titles.${kind.name}`);
  const Icon = kind.isError ? CircleAlert : Hourglass;
  const hiddenCount = kind.count - kind.items.length;
  return (
    <Card as="section" className={styles.problem} aria-label={title}>
      <h2 className={kind.isError ? styles.bad : styles.waiting}>
        <Icon size={20} aria-hidden="true" />
        {title}: {formatNumber(kind.count)}
      </h2>
      <ul className={styles.problems}>
        {kind.items.map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className={styles.muted}>{t('problems.more', { hidden: formatNumber(hiddenCount) })}</p>
      )}
      {kind.more && <Link to={kind.more.to}>{t(`problems.${kind.more.textKey}`)}</Link>}
    </Card>
  );
}

/** Lists errors in the books first, then pending decisions. */
export function ProblemList({ problems }: { readonly problems: AuditProblems }) {
  const { t } = useTranslation('audit');
  const kinds = getProblemKinds(problems).filter(({ count }) => count > 0);
  const hasErrors = kinds.some((kind) => kind.isError);
  return (
    <>
      {!hasErrors && (
        <p className={styles.good} role="status">
          <CircleCheck size={20} aria-hidden="true" />
          {t('problems.none', { position: problems.position })}
        </p>
      )}
      {kinds.map((kind) => (
        <ProblemCard key={kind.name} kind={kind} />
      ))}
    </>
  );
}
