import { useMemo } from 'react';
import type { ProfileRow } from '../../../../contract/shapes.ts';
import { itemsOf, type Pages } from '../../api/paging.ts';
import { useGetFollowersInfiniteQuery, useGetFollowingInfiniteQuery } from '../../api/profiles.ts';
import { useTranslation } from '../../i18n/index.ts';
import { FollowButton } from '../../shared/follow-button.tsx';
import { ListEnd, type PagedQuery } from '../../shared/list-end.tsx';
import { ProfileLink } from '../../shared/profile-link/profile-link.tsx';
import { Avatar, Card, EmptyState, ErrorState, RoleBadge, Skeleton, truncate } from '../../ui/index.ts';
import styles from './profile-rows.module.css';

const NAME_LIMIT = 25;

function Row({ row }: { readonly row: ProfileRow }) {
  const { id, nickname, profileName, role } = row;
  return (
    <li className={styles.row}>
      <ProfileLink nickname={nickname} className={styles.who}>
        <Avatar name={profileName} seed={id} />
        <span className={styles.names}>
          <strong>{truncate(profileName, NAME_LIMIT)}</strong>
          <span className={styles.nickname}>@{nickname}</span>
          <RoleBadge role={role} />
        </span>
      </ProfileLink>
      <FollowButton profile={row} inList />
    </li>
  );
}

function RowSkeletons() {
  const { t } = useTranslation('profiles');
  return (
    <div role="status" aria-label={t('rows.loading')} className={styles.rows}>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <div key={key} className={styles.row}>
          <Skeleton width="44px" height="44px" />
          <span className={styles.names}>
            <Skeleton width="9rem" height="1.1em" />
            <Skeleton width="6rem" height="0.8em" />
          </span>
        </div>
      ))}
    </div>
  );
}

interface Query extends PagedQuery {
  readonly data?: Pages<ProfileRow>;
}

interface RowsProps {
  readonly label: string;
  readonly query: Query;
  readonly empty: string;
  readonly failure: string;
}

function Rows({ label, query, empty, failure }: RowsProps) {
  const rows = useMemo(() => itemsOf(query.data), [query.data]);
  if (query.isLoading) return <RowSkeletons />;
  if (rows.length === 0)
    return query.isError ? (
      <ErrorState onRetry={query.refetch}>{failure}</ErrorState>
    ) : (
      <EmptyState>{empty}</EmptyState>
    );
  return (
    <>
      <ul className={styles.rows} aria-label={label} aria-busy={query.isFetchingNextPage}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      <ListEnd query={query} failure={failure} />
    </>
  );
}

interface ListProps {
  readonly nickname: string;
}

/** Followers of a profile. */
export function Followers({ nickname }: ListProps) {
  const { t } = useTranslation('profiles');
  const query = useGetFollowersInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return (
    <Card>
      <Rows
        label={t('tabs.followers')}
        query={query}
        empty={t('rows.noFollowers')}
        failure={t('rows.followersFailure')}
      />
    </Card>
  );
}

/** Accounts that a profile follows. */
export function Following({ nickname }: ListProps) {
  const { t } = useTranslation('profiles');
  const query = useGetFollowingInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return (
    <Card>
      <Rows
        label={t('tabs.following')}
        query={query}
        empty={t('rows.followsNobody')}
        failure={t('rows.followingFailure')}
      />
    </Card>
  );
}
