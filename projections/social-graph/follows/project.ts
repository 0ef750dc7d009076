import type {
  AccountRegistered,
  OrganizationDeclined,
  StaffRoleGranted,
  StaffRoleRevoked,
} from '../../../domain/accounts/events.ts';
import { isOrganizationRole } from '../../../domain/accounts/roles.ts';
import type { SocialGraphEvent } from '../../../domain/social-graph/events.ts';
import { defineProjection, increment, insert, type RowChange, remove, set } from '../../engine/definition.ts';

const FOLLOWS = 'follows';
const COUNTS = 'follow_counts';

const incrementCounts = (followerId: string, followeeId: string, by: number): readonly RowChange[] => [
  increment(COUNTS, { account_id: followerId }, { following: by }),
  increment(COUNTS, { account_id: followeeId }, { followers: by }),
];

const changeRole = ({ data }: StaffRoleGranted | StaffRoleRevoked): readonly RowChange[] => [
  set(COUNTS, { account_id: data.accountId }, { organization: isOrganizationRole(data.role) }),
];

type FollowsEvent =
  | SocialGraphEvent
  | AccountRegistered
  | OrganizationDeclined
  | StaffRoleGranted
  | StaffRoleRevoked;

/** Follows, and each account's numbers of followers and followed accounts. */
export const followsProjection = defineProjection<FollowsEvent>({
  name: 'follows',
  version: 2,
  tables: [
    {
      name: FOLLOWS,
      key: ['follower_id', 'followee_id'],
      columns: { follower_id: 'uuid', followee_id: 'uuid', since: 'bigint' },
    },
    {
      name: COUNTS,
      key: ['account_id'],
      columns: { account_id: 'uuid', organization: 'boolean', followers: 'integer', following: 'integer' },
      counters: ['followers', 'following'],
    },
  ],
  on: {
    AccountRegistered: ({ data }) => [
      insert(COUNTS, {
        account_id: data.accountId,
        organization: isOrganizationRole(data.role),
        followers: 0,
        following: 0,
      }),
    ],
    StaffRoleGranted: changeRole,
    StaffRoleRevoked: changeRole,
    OrganizationDeclined: ({ data }) => [remove(COUNTS, { account_id: data.accountId })],
    ProfileFollowed: ({ data: { followerId, followeeId }, position }) => [
      insert(FOLLOWS, { follower_id: followerId, followee_id: followeeId, since: position }),
      ...incrementCounts(followerId, followeeId, 1),
    ],
    ProfileUnfollowed: ({ data: { followerId, followeeId } }) => [
      remove(FOLLOWS, { follower_id: followerId, followee_id: followeeId }),
      ...incrementCounts(followerId, followeeId, -1),
    ],
  },
});
