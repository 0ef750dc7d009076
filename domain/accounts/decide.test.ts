import { given } from '../../test/support/given.ts';
import { accountDecider } from './decide.ts';
import type { AccountEvent } from './events.ts';

const accountId = '01980000-0000-7000-8000-000000000001';
const data = { accountId };

const registered = (role: 'USER' | 'ORG'): AccountEvent => ({
  type: 'AccountRegistered',
  data: {
    accountId,
    role,
    nickname: 'nutria',
    profileName: 'Nutria',
    category: role === 'ORG' ? 'SPA' : null,
  },
});
const person = registered('USER');
const organization = registered('ORG');
const approved: AccountEvent = { type: 'OrganizationApproved', data };
const deactivated: AccountEvent = { type: 'AccountDeactivated', data };
const banned: AccountEvent = { type: 'AccountBanned', data };
const ordered: AccountEvent = { type: 'CrowdfundingCancellationOrdered', data };
const reactivated: AccountEvent = { type: 'AccountReactivated', data };
const moderator: AccountEvent = { type: 'StaffRoleGranted', data: { accountId, role: 'MOD' } };

const account = (...history: AccountEvent[]) => given(accountDecider, ...history);

describe('registering', () => {
  const command = {
    type: 'RegisterAccount',
    accountId,
    role: 'USER',
    nickname: 'nutria',
    profileName: 'Nutria',
    category: null,
  } as const;

  test('makes the account', () => account().when(command).leadsTo(person));
  test('again changes nothing', () => account(person).when(command).leadsToNothing());
});

describe('an organization awaiting approval', () => {
  test('is approved', () =>
    account(organization).when({ type: 'ApproveOrganization', accountId }).leadsTo(approved));
  test('is declined', () =>
    account(organization)
      .when({ type: 'DeclineOrganization', accountId })
      .leadsTo({ type: 'OrganizationDeclined', data }));

  const sentence = 'The organization is not awaiting approval.';
  test.each([
    ['ApproveOrganization', [organization, approved]],
    ['DeclineOrganization', [organization, approved]],
    ['ApproveOrganization', [person]],
    ['DeclineOrganization', [person]],
    ['DeclineOrganization', [organization, banned]],
  ] as const)('%s is refused for one that is not', (type, history) =>
    account(...history)
      .when({ type, accountId })
      .isRejected(sentence),
  );

  test('is gone once declined', () =>
    account(organization, { type: 'OrganizationDeclined', data })
      .when({ type: 'ApproveOrganization', accountId })
      .isRejected('The profile does not exist.'));

  test('still awaits it after a ban was lifted', () =>
    account(organization, banned, reactivated)
      .when({ type: 'ApproveOrganization', accountId })
      .leadsTo(approved));
});

describe('changing the profile name', () => {
  const change = (profileName: string) =>
    account(person).when({ type: 'ChangeProfileName', accountId, profileName });

  test('to another', () =>
    change('Río Limpio').leadsTo({
      type: 'ProfileNameChanged',
      data: { accountId, profileName: 'Río Limpio' },
    }));
  test('to the same is refused', () =>
    change('Nutria').isRejected('The new profile name is the same as the current one.'));
  test('to one with digits is refused', () => change('R2D2').isRejected('Name can only contain letters.'));
  test('to one too short is refused', () =>
    change('Ab').isRejected('Name must be between 3 and 20 characters.'));
});

describe('changing the nickname', () => {
  const change = (nickname: string) => account(person).when({ type: 'ChangeNickname', accountId, nickname });

  test('to another', () =>
    change('rio_limpio').leadsTo({ type: 'NicknameChanged', data: { accountId, nickname: 'rio_limpio' } }));
  test('to another case of the same', () =>
    change('Nutria').leadsTo({ type: 'NicknameChanged', data: { accountId, nickname: 'Nutria' } }));
  test('to the same is refused', () =>
    change('nutria').isRejected('The new nickname is the same as the current one.'));
  test('to 16 characters is refused, though the sentence speaks of 18', () =>
    change('a'.repeat(16)).isRejected('Nickname must be between 5 and 18 characters.'));
  test('to one with a space is refused', () =>
    change('rio limpio').isRejected(
      "The nickname cannot contain spaces or special characters (Except '_').",
    ));
});

describe('deactivating', () => {
  const deactivate = { type: 'DeactivateAccount', accountId } as const;

  test('an active account', () => account(person).when(deactivate).leadsTo(deactivated));
  test('again changes nothing', () => account(person, deactivated).when(deactivate).leadsToNothing());
  test('cannot soften a ban', () =>
    account(person, banned).when(deactivate).isRejected('Your account is banned'));
  test('what does not exist is refused', () =>
    account().when(deactivate).isRejected('The profile does not exist.'));
});

describe('banning and reactivating', () => {
  const ban = { type: 'BanAccount', accountId } as const;
  const reactivate = { type: 'ReactivateAccount', accountId } as const;

  test('bans an active account', () => account(person).when(ban).leadsTo(banned));
  test('bans a deactivated account', () => account(person, deactivated).when(ban).leadsTo(banned));
  test('a ban twice changes nothing', () => account(person, banned).when(ban).leadsToNothing());
  test('staff cannot be banned', () =>
    account(person, moderator).when(ban).isRejected('Staff cannot be banned.'));
  describe('with the cancellation of all campaigns', () => {
    const banAndCancel = { ...ban, cancelCrowdfundings: true } as const;

    test('is one append', () => account(person).when(banAndCancel).leadsTo(banned, ordered));
    test('is ordered once', () => account(person, banned, ordered).when(banAndCancel).leadsToNothing());
    test('can be ordered after a ban without it', () =>
      account(person, banned).when(banAndCancel).leadsTo(ordered));
    test('is ordered again by a later ban', () =>
      account(person, banned, ordered, reactivated).when(banAndCancel).leadsTo(banned, ordered));
  });
  test('reactivates what was deactivated', () =>
    account(person, deactivated).when(reactivate).leadsTo(reactivated));
  test('lifts a ban', () => account(person, banned).when(reactivate).leadsTo(reactivated));
  test('an active account needs no reactivation', () =>
    account(person).when(reactivate).isRejected('The account is not deactivated.'));
});

describe('staff', () => {
  const grant = { type: 'GrantStaffRole', accountId, role: 'MOD' } as const;
  const revoke = { type: 'RevokeStaffRole', accountId } as const;

  test('an account becomes staff', () => account(person).when(grant).leadsTo(moderator));
  test('a moderator becomes an administrator', () =>
    account(person, moderator)
      .when({ ...grant, role: 'ADMIN' })
      .leadsTo({ type: 'StaffRoleGranted', data: { accountId, role: 'ADMIN' } }));
  test('the same role again changes nothing', () => account(person, moderator).when(grant).leadsToNothing());
  test('an account that cannot log in cannot become staff', () =>
    account(person, deactivated).when(grant).isRejected('Only an active account can become staff.'));
  test('an organization that leaves the staff is an organization again', () =>
    account(organization, approved, moderator)
      .when(revoke)
      .leadsTo({ type: 'StaffRoleRevoked', data: { accountId, role: 'ORG' } }));
  test('who is not staff cannot leave it', () => account(person).when(revoke).leadsToNothing());
});
