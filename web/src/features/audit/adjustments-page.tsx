import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type Adjustment,
  useAdjustmentsInfiniteQuery,
  useApproveAdjustmentMutation,
  useDeclineAdjustmentMutation,
} from '../../api/audit.ts';
import { itemsOf } from '../../api/paging.ts';
import { PagedSection } from '../../shared/paged-section.tsx';
import { ReasonDialog } from '../../shared/reason-dialog.tsx';
import { useTold } from '../../shared/use-told.ts';
import { useUser } from '../../state/session.ts';
import { Button, Card, PageHeading, Tabs } from '../../ui/index.ts';
import { AdjustmentForm } from './adjustment-form.tsx';
import styles from './audit.module.css';
import { Figure, PersonLink, UtcTime } from './pieces.tsx';

type Status = Adjustment['status'];
type Verdict = 'approve' | 'decline';

const STATUSES: readonly { readonly key: Status; readonly label: string }[] = [
  { key: 'OPEN', label: 'Waiting' },
  { key: 'APPROVED', label: 'Approved' },
  { key: 'DECLINED', label: 'Declined' },
];

const KINDS = { CREDIT: 'Give', DEBIT: 'Take', WRITE_OFF: 'Write off' } as const;
const DONE = {
  approve: 'The adjustment has been approved.',
  decline: 'The adjustment has been declined.',
} as const;

function Decision({ adjustment }: { readonly adjustment: Adjustment }) {
  const user = useUser();
  const [asking, setAsking] = useState<Verdict | null>(null);
  const [approve, { isLoading: approving }] = useApproveAdjustmentMutation();
  const [decline, { isLoading: declining }] = useDeclineAdjustmentMutation();
  const told = useTold();
  const own = user?.id === adjustment.proposedBy.id;
  // Staff have no say about their own wallets.
  if (user?.id === adjustment.profile.id) return null;

  const confirm = async (verdict: Verdict, reason: string | undefined) => {
    const carryOut = verdict === 'approve' ? approve : decline;
    const { error } = await carryOut({ id: adjustment.id, reason });
    told(error, DONE[verdict]);
    setAsking(null);
  };

  return (
    <div className={styles.buttons}>
      <Button variant="secondary" size="small" onClick={() => setAsking('decline')}>
        {own ? 'Take back' : 'Decline'}
      </Button>
      {own ? (
        <span className={styles.muted}>Another member of staff approves it.</span>
      ) : (
        <Button size="small" onClick={() => setAsking('approve')}>
          Approve
        </Button>
      )}
      {(['approve', 'decline'] as const).map((verdict) => (
        <ReasonDialog
          key={verdict}
          open={asking === verdict}
          title={verdict === 'approve' ? 'Approve the adjustment?' : 'Decline the adjustment?'}
          confirm={verdict === 'approve' ? 'Approve' : 'Decline'}
          danger={verdict === 'decline'}
          busy={approving || declining}
          onConfirm={(reason) => void confirm(verdict, reason)}
          onClose={() => setAsking(null)}
        />
      ))}
    </div>
  );
}

function AdjustmentCard({ adjustment }: { readonly adjustment: Adjustment }) {
  const { profile, kind, amount, status, reason, proposedBy, proposedDate, decidedBy, decidedDate } =
    adjustment;
  return (
    <Card as="article" className={styles.entry} aria-label={`${KINDS[kind]} ${Math.abs(amount)}`}>
      <p>
        {KINDS[kind]} <Figure coins={Math.abs(amount)} /> coins: <PersonLink person={profile} />
      </p>
      {reason && <p className={styles.words}>“{reason}”</p>}
      <p className={styles.muted}>
        Asked for by <PersonLink person={proposedBy} /> <UtcTime instant={proposedDate} />
        {decidedBy && decidedDate && (
          <>
            {' · '}
            {status === 'APPROVED' ? 'approved' : 'declined'} by <PersonLink person={decidedBy} />{' '}
            <UtcTime instant={decidedDate} />
          </>
        )}
      </p>
      {status === 'OPEN' && <Decision adjustment={adjustment} />}
    </Card>
  );
}

function AdjustmentList({ status }: { readonly status: Status }) {
  const query = useAdjustmentsInfiniteQuery(status, { refetchOnMountOrArgChange: true });
  const adjustments = useMemo(() => itemsOf(query.currentData), [query.currentData]);
  return (
    <PagedSection
      query={{ ...query, isLoading: query.isFetching && !query.currentData }}
      items={adjustments}
      loading="Loading adjustments"
      empty="There is none."
      failure="Error getting adjustments."
    >
      {(rows) => (
        <ul className={styles.entries} aria-label="Adjustments">
          {rows.map((adjustment) => (
            <li key={adjustment.id}>
              <AdjustmentCard adjustment={adjustment} />
            </li>
          ))}
        </ul>
      )}
    </PagedSection>
  );
}

/** /dashboard/audit/adjustments: what staff change in wallets, each change by two of them. */
export function AdjustmentsPage() {
  const [search, setSearch] = useSearchParams();
  const status = STATUSES.find(({ key }) => key === search.get('status'))?.key ?? 'OPEN';
  return (
    <>
      <PageHeading>Adjustments</PageHeading>
      <AdjustmentForm />
      <Tabs
        label="Adjustments by status"
        className={styles.tabs}
        tabs={STATUSES}
        selected={status}
        onSelect={(key) => setSearch(key === 'OPEN' ? {} : { status: key })}
      >
        <AdjustmentList status={status} />
      </Tabs>
    </>
  );
}
