import type { StoredProfile } from '../../api/entities.ts';
import { useGetFollowersInfiniteQuery, useGetFollowingInfiniteQuery } from '../../api/profiles.ts';
import { useListedEntities } from '../../api/use-listed-entities.ts';
import { useTranslation } from '../../i18n/index.ts';
import { FollowButton } from '../../shared/follow-button.tsx';
import { PagedList, type PagedListProps } from '../../shared/paged-list.tsx';
import { ProfileIdentity } from '../../shared/profile-link/profile-identity.tsx';
import { Card, RoleBadge, Skeleton } from '../../ui/index.ts';
import styles from './profile-rows.module.css';

const MAX_NAME_LENGTH = 25;

function ProfileListRow({ row }: { readonly row: StoredProfile }) {
  return (
    <li className={styles.row}>
      <ProfileIdentity profile={row} nameLimit={MAX_NAME_LENGTH} className={styles.who}>
        <RoleBadge role={row.role} approved={row.approved} />
      </ProfileIdentity>
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

type FollowListProps = Pick<PagedListProps<StoredProfile>, 'label' | 'query' | 'items' | 'empty' | 'failure'>;

function ProfileList(props: FollowListProps) {
  return (
    <Card>
      <PagedList {...props} className={styles.rows} loading={<RowSkeletons />}>
        {(row) => <ProfileListRow row={row} />}
      </PagedList>
    </Card>
  );
}

/** Followers of a profile. */
export function Followers({ nickname }: { readonly nickname: string }) {
  const { t } = useTranslation('profiles');
  const query = useGetFollowersInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return (
    <ProfileList
      label={t('tabs.followers')}
      query={query}
      items={useListedEntities('profile', query.data)}
      empty={t('rows.noFollowers')}
      failure={t('rows.followersFailure')}
    />
  );
}

/** Accounts followed by a profile. */
export function Following({ nickname }: { readonly nickname: string }) {
  const { t } = useTranslation('profiles');
  const query = useGetFollowingInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return (
    <ProfileList
      label={t('tabs.following')}
      query={query}
      items={useListedEntities('profile', query.data)}
      empty={t('rows.followsNobody')}
      failure={t('rows.followingFailure')}
    />
  );
}
