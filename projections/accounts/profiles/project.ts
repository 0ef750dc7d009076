import type { AccountEvent } from '../../../domain/accounts/events.ts';
import { foldCase } from '../../../domain/kernel/text.ts';
import {
  defineProjection,
  insert,
  type RowChange,
  remove,
  set,
  type Value,
} from '../../engine/definition.ts';
import { NOT_TAKEN_DOWN, TAKEN_DOWN_COLUMNS, toTakenDownValues } from '../../moderation/taken-down.ts';

const PROFILES = 'profiles';

const setProfile = (accountId: string, values: Record<string, Value>): readonly RowChange[] => [
  set(PROFILES, { id: accountId }, values),
];

const NO_PICTURE = { picture_id: null, picture_hash: null };

const ERASED_NAME = 'Erased account';

/**
 * Profiles: one row per account, in any state. Declined organizations have no row. Erased accounts have a row
 * without a nickname.
 */
export const profilesProjection = defineProjection<AccountEvent>({
  name: 'profiles',
  version: 1,
  tables: [
    {
      name: PROFILES,
      key: ['id'],
      columns: {
        id: 'uuid',
        nickname: 'text',
        nickname_key: 'text',
        profile_name: 'text',
        role: 'text',
        category: 'text',
        approved: 'boolean',
        closed: 'text',
        erase_at: 'timestamptz',
        suspended_until: 'timestamptz',
        registered_at: 'timestamptz',
        bio: 'text',
        website: 'text',
        picture_id: 'uuid',
        picture_hash: 'text',
        ...TAKEN_DOWN_COLUMNS,
      },
    },
  ],
  on: {
    AccountRegistered: ({ data, metadata }) => [
      insert(PROFILES, {
        id: data.accountId,
        nickname: data.nickname,
        nickname_key: foldCase(data.nickname),
        profile_name: data.profileName,
        role: data.role,
        category: data.category,
        approved: data.role === 'USER',
        closed: null,
        erase_at: null,
        suspended_until: null,
        registered_at: metadata.occurredAt,
        bio: '',
        website: '',
        ...NO_PICTURE,
        ...NOT_TAKEN_DOWN,
      }),
    ],
    OrganizationApproved: ({ data }) => setProfile(data.accountId, { approved: true }),
    OrganizationDeclined: ({ data }) => [remove(PROFILES, { id: data.accountId })],
    ProfileNameChanged: ({ data }) => setProfile(data.accountId, { profile_name: data.profileName }),
    NicknameChanged: ({ data }) =>
      setProfile(data.accountId, { nickname: data.nickname, nickname_key: foldCase(data.nickname) }),
    BioChanged: ({ data }) => setProfile(data.accountId, { bio: data.bio }),
    WebsiteChanged: ({ data }) => setProfile(data.accountId, { website: data.website }),
    PictureChanged: ({ data: { accountId, picture } }) =>
      setProfile(accountId, picture ? { picture_id: picture.id, picture_hash: picture.hash } : NO_PICTURE),
    ProfileTakenDown: ({ data, metadata }) => setProfile(data.accountId, toTakenDownValues(metadata)),
    ProfileRestored: ({ data }) => setProfile(data.accountId, NOT_TAKEN_DOWN),
    AccountDeactivated: ({ data }) =>
      setProfile(data.accountId, { closed: 'INACTIVE', suspended_until: null }),
    AccountDeletionScheduled: ({ data }) => setProfile(data.accountId, { erase_at: data.eraseAt }),
    AccountBanned: ({ data }) => setProfile(data.accountId, { closed: 'BANNED', suspended_until: null }),
    AccountSuspended: ({ data }) =>
      setProfile(data.accountId, { closed: 'BANNED', suspended_until: data.until }),
    AccountReactivated: ({ data }) =>
      setProfile(data.accountId, { closed: null, suspended_until: null, erase_at: null }),
    AccountErased: ({ data }) =>
      setProfile(data.accountId, {
        nickname: '',
        nickname_key: '',
        profile_name: ERASED_NAME,
        bio: '',
        website: '',
        ...NO_PICTURE,
        erase_at: null,
        suspended_until: null,
      }),
    StaffRoleGranted: ({ data }) => setProfile(data.accountId, { role: data.role }),
    StaffRoleRevoked: ({ data }) => setProfile(data.accountId, { role: data.role }),
  },
});
