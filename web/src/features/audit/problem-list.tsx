import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { Card, pluralise } from '../../ui/index.ts';
import { accountAddress, campaignAddress, entriesAddress } from './addresses.ts';
import styles from './audit.module.css';
import { Figure, PersonLink, UtcTime } from './pieces.tsx';
import { ENTRY_TYPES } from './words.ts';

interface Kind {
  readonly title: string;
  readonly count: number;
  /** Wrong, or only waiting for somebody. */
  readonly wrong: boolean;
  readonly items: readonly { readonly key: string; readonly line: ReactNode }[];
  /** Where all of them are. */
  readonly more?: { readonly to: string; readonly text: string };
}

const kindsOf = (problems: AuditProblems): readonly Kind[] => [
  {
    title: 'Unbalanced entries',
    wrong: true,
    count: problems.unbalanced.count,
    items: problems.unbalanced.items.map(({ id, position, type, debit, credit }) => ({
      key: id,
      line: (
        <>
          <Link to={entriesAddress({ type })}>{ENTRY_TYPES[type]}</Link> at position {position}: debit{' '}
          <Figure coins={debit} />, credit <Figure coins={credit} />
        </>
      ),
    })),
  },
  {
    title: 'Stuck refunds and releases',
    wrong: true,
    count: problems.stuckSettlements.count,
    items: problems.stuckSettlements.items.map(({ crowdfunding, kind, waiting, amount, since }) => ({
      key: crowdfunding.id,
      line: (
        <>
          <Link to={campaignAddress(crowdfunding.id)}>{crowdfunding.title}</Link>:{' '}
          {kind === 'REFUND' ? `${waiting} ${pluralise('refund', waiting)} of` : 'a release of'}{' '}
          <Figure coins={amount} /> coins since <UtcTime instant={since} />
        </>
      ),
    })),
  },
  {
    title: 'Payments without a credit',
    wrong: true,
    count: problems.uncredited.count,
    items: problems.uncredited.items.map(({ id, amount, since }) => ({
      key: id,
      line: (
        <>
          <span className={styles.id}>{id}</span>: <Figure coins={amount} /> coins since{' '}
          <UtcTime instant={since} />
        </>
      ),
    })),
  },
  {
    title: 'Money in suspense',
    wrong: true,
    count: problems.suspense.count,
    more: { to: '/dashboard/audit/suspense', text: 'Say whose it is' },
    items: problems.suspense.items.map(({ id, amount, since }) => ({
      key: id,
      line: (
        <>
          <span className={styles.id}>{id}</span>: <Figure coins={amount} /> coins since{' '}
          <UtcTime instant={since} />
        </>
      ),
    })),
  },
  {
    title: 'Owed after a chargeback or a refund',
    wrong: false,
    count: problems.receivables.count,
    items: problems.receivables.items.map(({ profile, amount }) => ({
      key: profile.id,
      line: (
        <>
          <PersonLink person={profile} /> owes{' '}
          <Link to={accountAddress(`receivable:${profile.id}`)}>
            <Figure coins={amount} /> coins
          </Link>
        </>
      ),
    })),
  },
  {
    title: 'Adjustments that wait for a second person',
    wrong: false,
    count: problems.adjustments.count,
    more: { to: '/dashboard/audit/adjustments', text: 'Decide on them' },
    items: problems.adjustments.items.map(({ id, profile, amount, proposedBy }) => ({
      key: id,
      line: (
        <>
          <Figure coins={amount} /> coins for <PersonLink person={profile} />, asked for by{' '}
          <PersonLink person={proposedBy} />
        </>
      ),
    })),
  },
];

function KindCard({ kind }: { readonly kind: Kind }) {
  const Icon = kind.wrong ? CircleAlert : Hourglass;
  const hidden = kind.count - kind.items.length;
  return (
    <Card as="section" className={styles.problem} aria-label={kind.title}>
      <h2 className={kind.wrong ? styles.bad : styles.waiting}>
        <Icon size={20} aria-hidden="true" />
        {kind.title}: {kind.count}
      </h2>
      <ul className={styles.problems}>
        {kind.items.map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.muted}>and {hidden} more</p>}
      {kind.more && <Link to={kind.more.to}>{kind.more.text}</Link>}
    </Card>
  );
}

/** What is wrong with the books first, then what waits for somebody. */
export function ProblemList({ problems }: { readonly problems: AuditProblems }) {
  const kinds = kindsOf(problems).filter(({ count }) => count > 0);
  const wrong = kinds.some((kind) => kind.wrong);
  return (
    <>
      {!wrong && (
        <p className={styles.good} role="status">
          <CircleCheck size={20} aria-hidden="true" />
          Nothing is wrong with the books up to position {problems.position}.
        </p>
      )}
      {kinds.map((kind) => (
        <KindCard key={kind.title} kind={kind} />
      ))}
    </>
  );
}
