import type { AccountEvent } from '../../../domain/accounts/events.ts';
import { foldCase } from '../../../domain/kernel/text.ts';
import { insert, projection, type RowChange, remove, set, type Value } from '../../engine/definition.ts';

const TABLE = 'profiles';

const change = (accountId: string, values: Record<string, Value>): readonly RowChange[] => [
  set(TABLE, { id: accountId }, values),
];

const ERASED = 'Erased account';

/**
 * Profiles: one row per account in any state. A declined organization has no row, an erased account no
 * nickname.
 */
export const profilesProjection = projection<AccountEvent>({
  name: 'profiles',
  version: 1,
  tables: [
    {
      name: TABLE,
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
        registered_at: 'timestamptz',
      },
    },
  ],
  on: {
    AccountRegistered: ({ data, metadata }) => [
      insert(TABLE, {
        id: data.accountId,
        nickname: data.nickname,
        nickname_key: foldCase(data.nickname),
        profile_name: data.profileName,
        role: data.role,
        category: data.category,
        approved: data.role === 'USER',
        closed: null,
        registered_at: metadata.occurredAt,
      }),
    ],
    OrganizationApproved: ({ data }) => change(data.accountId, { approved: true }),
    OrganizationDeclined: ({ data }) => [remove(TABLE, { id: data.accountId })],
    ProfileNameChanged: ({ data }) => change(data.accountId, { profile_name: data.profileName }),
    NicknameChanged: ({ data }) =>
      change(data.accountId, { nickname: data.nickname, nickname_key: foldCase(data.nickname) }),
    AccountDeactivated: ({ data }) => change(data.accountId, { closed: 'INACTIVE' }),
    AccountBanned: ({ data }) => change(data.accountId, { closed: 'BANNED' }),
    AccountReactivated: ({ data }) => change(data.accountId, { closed: null }),
    AccountErased: ({ data }) =>
      change(data.accountId, { nickname: '', nickname_key: '', profile_name: ERASED }),
    StaffRoleGranted: ({ data }) => change(data.accountId, { role: data.role }),
    StaffRoleRevoked: ({ data }) => change(data.accountId, { role: data.role }),
  },
});
