import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { type StaffAction, useStaffActionsInfiniteQuery } from '../../api/audit.ts';
import { itemsOf } from '../../api/paging.ts';
import { PagedSection } from '../../shared/paged-section.tsx';
import { Card, PageHeading } from '../../ui/index.ts';
import { campaignAddress, shortId } from './addresses.ts';
import styles from './audit.module.css';
import { LedgerTable, PersonLink, UtcTime } from './pieces.tsx';
import { ACTIONS } from './words.ts';

const COLUMNS = [
  { name: 'Time (UTC)' },
  { name: 'Who' },
  { name: 'What' },
  { name: 'Of whom or what' },
  { name: 'Reason' },
];

function Target({ target }: Pick<StaffAction, 'target'>) {
  const { kind, id, name } = target;
  if (kind === 'profile') return <PersonLink person={{ id, nickname: name ?? '' }} />;
  if (kind === 'animal') return <span title={id}>{name ?? shortId(id)}</span>;
  if (kind === 'crowdfunding') return <Link to={campaignAddress(id)}>{name ?? shortId(id)}</Link>;
  return <span title={id}>Post {shortId(id)}</span>;
}

function ActionLine({ action }: { readonly action: StaffAction }) {
  const { actor, target, reason, dateTime } = action;
  return (
    <tr>
      <td>
        <UtcTime instant={dateTime} />
      </td>
      <td>
        {actor.kind === 'operator' ? (
          `operator ${actor.id}`
        ) : (
          <PersonLink person={{ id: actor.id, nickname: actor.name ?? '' }} />
        )}
      </td>
      <td>{ACTIONS[action.action]}</td>
      <td>
        <Target target={target} />
      </td>
      <td className={styles.words}>{reason ?? ''}</td>
    </tr>
  );
}

/** /dashboard/audit/actions: what staff did, newest first. */
export function ActionsPage() {
  const query = useStaffActionsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const actions = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <>
      <PageHeading>Staff actions</PageHeading>
      <Card>
        <PagedSection
          query={query}
          items={actions}
          loading="Loading staff actions"
          empty="Staff have not done anything yet."
          failure="Error getting staff actions."
        >
          {(done) => (
            <LedgerTable label="Staff actions" columns={COLUMNS}>
              {done.map((action) => (
                <ActionLine key={action.id} action={action} />
              ))}
            </LedgerTable>
          )}
        </PagedSection>
      </Card>
    </>
  );
}
