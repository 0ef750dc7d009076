import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { type EnglishTexts, formatNumber, useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import styles from './audit.module.css';
import { ADJUSTMENTS_PATH } from './paths.ts';
import {
  AdjustmentLine,
  DebtLine,
  PaymentLine,
  StuckSettlementLine,
  UnbalancedLine,
} from './problem-lines.tsx';

interface ProblemCardProps<Item> {
  readonly name: keyof EnglishTexts['audit']['problems']['titles'];
  /** Whether the problem is an error in the books rather than a pending decision. */
  readonly isError?: boolean;
  readonly problems: { readonly count: number; readonly items: readonly Item[] };
  readonly getKey: (item: Item) => string;
  readonly Line: ComponentType<Item>;
  /** Link to the full list. */
  readonly children?: ReactNode;
}

/** Problems of one kind. Renders nothing if there are none. */
function ProblemCard<Item extends object>(props: ProblemCardProps<Item>) {
  const { name, isError = false, problems, getKey, Line, children } = props;
  const { t } = useTranslation('audit');
  const { count, items } = problems;
  if (count === 0) return null;
  const title = t(`problems.titles.${name}`);
  const Icon = isError ? CircleAlert : Hourglass;
  const hiddenCount = count - items.length;
  return (
    <Card as="section" className={styles.problem} aria-label={title}>
      <h2 className={isError ? styles.bad : styles.waiting}>
        <Icon size={20} aria-hidden="true" />
        {title}: {formatNumber(count)}
      </h2>
      <ul className={styles.problems}>
        {items.map((item) => (
          <li key={getKey(item)}>
            <Line {...item} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className={styles.muted}>{t('problems.more', { hidden: formatNumber(hiddenCount) })}</p>
      )}
      {children}
    </Card>
  );
}

const getId = ({ id }: { readonly id: string }): string => id;
const getProfileId = ({ profile }: { readonly profile: { readonly id: string } }): string => profile.id;

/** Lists errors in the books first, then pending decisions. */
export function ProblemList({ problems }: { readonly problems: AuditProblems }) {
  const { t } = useTranslation('audit');
  const { unbalanced, stuckSettlements, uncredited, suspense, receivables, adjustments } = problems;
  const hasErrors = [unbalanced, stuckSettlements, uncredited, suspense].some(({ count }) => count > 0);
  return (
    <>
      {!hasErrors && (
        <p className={styles.good} role="status">
          <CircleCheck size={20} aria-hidden="true" />
          {t('problems.none', { position: problems.position })}
        </p>
      )}
      <ProblemCard name="unbalanced" isError problems={unbalanced} getKey={getId} Line={UnbalancedLine} />
      <ProblemCard
        name="stuck"
        isError
        problems={stuckSettlements}
        getKey={({ crowdfunding }) => crowdfunding.id}
        Line={StuckSettlementLine}
      />
      <ProblemCard name="uncredited" isError problems={uncredited} getKey={getId} Line={PaymentLine} />
      <ProblemCard name="suspense" isError problems={suspense} getKey={getId} Line={PaymentLine}>
        <Link to="/dashboard/audit/suspense">{t('problems.identify')}</Link>
      </ProblemCard>
      <ProblemCard name="receivables" problems={receivables} getKey={getProfileId} Line={DebtLine} />
      <ProblemCard name="adjustments" problems={adjustments} getKey={getId} Line={AdjustmentLine}>
        <Link to={ADJUSTMENTS_PATH}>{t('problems.decide')}</Link>
      </ProblemCard>
    </>
  );
}
