import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { type EnglishTexts, formatNumber, useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import styles from './audit.module.css';
import { Asked, Owed, Payment, Stuck, Unbalanced } from './problem-lines.tsx';

type Texts = EnglishTexts['audit']['problems'];

interface Kind {
  readonly name: keyof Texts['titles'];
  readonly count: number;
  /** An error in the books, as opposed to a pending decision. */
  readonly wrong: boolean;
  readonly items: readonly { readonly key: string; readonly line: ReactNode }[];
  /** Link to the full list. */
  readonly more?: { readonly to: string; readonly say: 'identify' | 'decide' };
}

/** Lines of some problems, keyed by the id of their subject. */
function linesOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  lineOf: (item: Item) => ReactElement,
) {
  return items.map((item) => ({ key: keyOf(item), line: lineOf(item) }));
}

const idOf = ({ id }: { readonly id: string }): string => id;

const kindsOf = (problems: AuditProblems): readonly Kind[] => [
  {
    name: 'unbalanced',
    wrong: true,
    count: problems.unbalanced.count,
    items: linesOf(problems.unbalanced.items, idOf, (entry) => <Unbalanced entry={entry} />),
  },
  {
    name: 'stuck',
    wrong: true,
    count: problems.stuckSettlements.count,
    items: linesOf(
      problems.stuckSettlements.items,
      ({ crowdfunding }) => crowdfunding.id,
      (stuck) => <Stuck stuck={stuck} />,
    ),
  },
  {
    name: 'uncredited',
    wrong: true,
    count: problems.uncredited.count,
    items: linesOf(problems.uncredited.items, idOf, (payment) => <Payment payment={payment} />),
  },
  {
    name: 'suspense',
    wrong: true,
    count: problems.suspense.count,
    more: { to: '/dashboard/audit/suspense', say: 'identify' },
    items: linesOf(problems.suspense.items, idOf, (payment) => <Payment payment={payment} />),
  },
  {
    name: 'receivables',
    wrong: false,
    count: problems.receivables.count,
    items: linesOf(
      problems.receivables.items,
      ({ profile }) => profile.id,
      (owed) => <Owed owed={owed} />,
    ),
  },
  {
    name: 'adjustments',
    wrong: false,
    count: problems.adjustments.count,
    more: { to: '/dashboard/audit/adjustments', say: 'decide' },
    items: linesOf(problems.adjustments.items, idOf, (adjustment) => <Asked adjustment={adjustment} />),
  },
];

function KindCard({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation('audit');
  const title = t(`problems.titles.${kind.name}`);
  const Icon = kind.wrong ? CircleAlert : Hourglass;
  const hidden = kind.count - kind.items.length;
  return (
    <Card as="section" className={styles.problem} aria-label={title}>
      <h2 className={kind.wrong ? styles.bad : styles.waiting}>
        <Icon size={20} aria-hidden="true" />
        {title}: {formatNumber(kind.count)}
      </h2>
      <ul className={styles.problems}>
        {kind.items.map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.muted}>{t('problems.more', { hidden: formatNumber(hidden) })}</p>}
      {kind.more && <Link to={kind.more.to}>{t(`problems.${kind.more.say}`)}</Link>}
    </Card>
  );
}

/** Errors in the books first, then pending decisions. */
export function ProblemList({ problems }: { readonly problems: AuditProblems }) {
  const { t } = useTranslation('audit');
  const kinds = kindsOf(problems).filter(({ count }) => count > 0);
  const wrong = kinds.some((kind) => kind.wrong);
  return (
    <>
      {!wrong && (
        <p className={styles.good} role="status">
          <CircleCheck size={20} aria-hidden="true" />
          {t('problems.none', { position: problems.position })}
        </p>
      )}
      {kinds.map((kind) => (
        <KindCard key={kind.name} kind={kind} />
      ))}
    </>
  );
}
