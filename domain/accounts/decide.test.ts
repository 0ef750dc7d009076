import { given } from '../../test/support/given.ts';
import { accountDecider } from './decide.ts';
import type { AccountEvent } from './events.ts';
import { isClosed } from './state.ts';

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
const cancellationOrdered: AccountEvent = { type: 'CrowdfundingCancellationOrdered', data };
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

  test('creates the account', () => account().when(command).leadsTo(person));
  test('is idempotent', () => account(person).when(command).leadsToNothing());
});

describe('the bio and website', () => {
  const website: AccountEvent = {
    type: 'WebsiteChanged',
    data: { accountId, website: 'https://nutria.example/' },
  };
  const changeWebsite = (text: string) => ({ type: 'ChangeWebsite', accountId, website: text }) as const;
  const removed: AccountEvent = { type: 'WebsiteChanged', data: { accountId, website: '' } };

  test('are stored, the website in its normalized form', async () => {
    const bio = 'River first.';
    await account(person)
      .when({ type: 'ChangeBio', accountId, bio })
      .leadsTo({ type: 'BioChanged', data: { accountId, bio } });
    await account(organization).when(changeWebsite('HTTPS://Nutria.example')).leadsTo(website);
  });
  test('lead to nothing if they are unchanged', async () => {
    await account(person).when({ type: 'ChangeBio', accountId, bio: '' }).leadsToNothing();
    await account(organization, website).when(changeWebsite('https://nutria.example')).leadsToNothing();
  });
  test('are checked', async () => {
    await account(person)
      .when({ type: 'ChangeBio', accountId, bio: 'a'.repeat(161) })
      .isRejected('The bio cannot exceed 160 characters.');
    await account(organization)
      .when(changeWebsite('nutria.example'))
      .isRejected('The website must be an address that begins with http:// or https://.');
  });
  test('of a person has no website, and a former organization can only remove it', async () => {
    const sentence = 'Only organizations can show a website.';
    await account(person).when(changeWebsite('https://nutria.example')).isRejected(sentence);
    const formerOrganization = account(organization, approved, website, moderator);
    await formerOrganization.when(changeWebsite('https://other.example')).isRejected(sentence);
    await formerOrganization.when(changeWebsite('')).leadsTo(removed);
  });
  test('are taken down and restored by other staff', async () => {
    const staffId = '01980000-0000-7000-8000-000000000002';
    const takenDown: AccountEvent = { type: 'ProfileTakenDown', data };
    await account(person).when({ type: 'TakeDownProfile', accountId, staffId }).leadsTo(takenDown);
    await account(person, takenDown)
      .when({ type: 'RestoreProfile', accountId, staffId })
      .leadsTo({ type: 'ProfileRestored', data });
    await account(person)
      .when({ type: 'TakeDownProfile', accountId, staffId: accountId })
      .isRejected(expect.any(String));
  });
});

describe('an organization awaiting approval', () => {
  test('can be approved', () =>
    account(organization).when({ type: 'ApproveOrganization', accountId }).leadsTo(approved));
  test('can be declined', () =>
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
  ] as const)('rejects %s for an account that is not awaiting approval', (type, history) =>
    account(...history)
      .when({ type, accountId })
      .isRejected(sentence),
  );

  test('no longer exists after it is declined', () =>
    account(organization, { type: 'OrganizationDeclined', data })
      .when({ type: 'ApproveOrganization', accountId })
      .isRejected('The profile does not exist.'));

  test('still awaits approval after its ban is lifted', () =>
    account(organization, banned, reactivated)
      .when({ type: 'ApproveOrganization', accountId })
      .leadsTo(approved));
});

describe('changing the profile name', () => {
  const change = (profileName: string) =>
    account(person).when({ type: 'ChangeProfileName', accountId, profileName });

  test('changes it', () =>
    change('Río Limpio').leadsTo({
      type: 'ProfileNameChanged',
      data: { accountId, profileName: 'Río Limpio' },
    }));
  test('rejects the current value', () =>
    change('Nutria').isRejected('The new profile name is the same as the current one.'));
  test('rejects digits', () => change('R2D2').isRejected('Name can only contain letters.'));
  test('rejects a name that is too short', () =>
    change('Ab').isRejected('Name must be between 3 and 20 characters.'));
});

describe('changing the nickname', () => {
  const change = (nickname: string) => account(person).when({ type: 'ChangeNickname', accountId, nickname });

  test('changes it', () =>
    change('rio_limpio').leadsTo({ type: 'NicknameChanged', data: { accountId, nickname: 'rio_limpio' } }));
  test('may change only the case', () =>
    change('Nutria').leadsTo({ type: 'NicknameChanged', data: { accountId, nickname: 'Nutria' } }));
  test('rejects the current value', () =>
    change('nutria').isRejected('The new nickname is the same as the current one.'));
  test('rejects 16 characters, although the message allows 18', () =>
    change('a'.repeat(16)).isRejected('Nickname must be between 5 and 18 characters.'));
  test('rejects spaces', () =>
    change('rio limpio').isRejected(
      "The nickname cannot contain spaces or special characters (Except '_').",
    ));
});

describe('deactivating', () => {
  const deactivate = { type: 'DeactivateAccount', accountId } as const;

  test('deactivates an active account', () => account(person).when(deactivate).leadsTo(deactivated));
  test('is idempotent', () => account(person, deactivated).when(deactivate).leadsToNothing());
  test('does not replace a ban', () =>
    account(person, banned).when(deactivate).isRejected('Your account is banned'));
  test('rejects an unknown account', () =>
    account().when(deactivate).isRejected('The profile does not exist.'));
});

describe('banning and reactivating', () => {
  const ban = { type: 'BanAccount', accountId } as const;
  const reactivate = { type: 'ReactivateAccount', accountId } as const;

  test('bans an active account', () => account(person).when(ban).leadsTo(banned));
  test('bans a deactivated account', () => account(person, deactivated).when(ban).leadsTo(banned));
  test('banning twice is idempotent', () => account(person, banned).when(ban).leadsToNothing());
  test('rejects a ban of staff', () =>
    account(person, moderator).when(ban).isRejected('Staff cannot be banned.'));
  describe('with the cancellation of all campaigns', () => {
    const banWithCancellation = { ...ban, cancelCrowdfundings: true } as const;

    test('appends the ban and the order together', () =>
      account(person).when(banWithCancellation).leadsTo(banned, cancellationOrdered));
    test('orders the cancellation once', () =>
      account(person, banned, cancellationOrdered).when(banWithCancellation).leadsToNothing());
    test('can be added to an existing ban', () =>
      account(person, banned).when(banWithCancellation).leadsTo(cancellationOrdered));
    test('is ordered again by a later ban', () =>
      account(person, banned, cancellationOrdered, reactivated)
        .when(banWithCancellation)
        .leadsTo(banned, cancellationOrdered));
  });
  test('reactivates a deactivated account', () =>
    account(person, deactivated).when(reactivate).leadsTo(reactivated));
  test('lifts a ban', () => account(person, banned).when(reactivate).leadsTo(reactivated));
  test('rejects the reactivation of an active account', () =>
    account(person).when(reactivate).isRejected('The account is not deactivated.'));
});

describe('staff', () => {
  const grant = { type: 'GrantStaffRole', accountId, role: 'MOD' } as const;
  const revoke = { type: 'RevokeStaffRole', accountId } as const;

  test('grants a role', () => account(person).when(grant).leadsTo(moderator));
  test('promotes a moderator to administrator', () =>
    account(person, moderator)
      .when({ ...grant, role: 'ADMIN' })
      .leadsTo({ type: 'StaffRoleGranted', data: { accountId, role: 'ADMIN' } }));
  test('granting the same role is idempotent', () => account(person, moderator).when(grant).leadsToNothing());
  test('rejects an account that cannot log in', () =>
    account(person, deactivated).when(grant).isRejected('Only an active account can become staff.'));
  test('an organization that loses its role is an organization again', () =>
    account(organization, approved, moderator)
      .when(revoke)
      .leadsTo({ type: 'StaffRoleRevoked', data: { accountId, role: 'ORG' } }));
  test('rejects the revocation from an account without a role', () =>
    account(person).when(revoke).leadsToNothing());
});

describe('suspending', () => {
  const until = '2026-12-02T10:00:00.000Z';
  const suspended: AccountEvent = { type: 'AccountSuspended', data: { accountId, until } };
  const suspend = { type: 'BanAccount', accountId, until } as const;
  const caseId = '00000000-0000-4000-8000-0000000000c1';
  const otherCaseId = '00000000-0000-4000-8000-0000000000c2';
  const end = (at: string) => ({ type: 'EndSuspension', accountId, at }) as const;

  test('bans an active account until an instant', () => account(person).when(suspend).leadsTo(suspended));
  test('replaces the end of an earlier suspension', () =>
    account(person, suspended)
      .when({ ...suspend, until: '2026-12-09T10:00:00.000Z' })
      .leadsTo({ type: 'AccountSuspended', data: { accountId, until: '2026-12-09T10:00:00.000Z' } }));
  test('a case suspends once, also if the suspension is repeated later', () =>
    account(person, { type: 'AccountSuspended', data: { accountId, until, caseId } })
      .when({ ...suspend, caseId, until: '2026-12-09T10:00:00.000Z' })
      .leadsToNothing());
  test('another case replaces the end of the suspension', () =>
    account(person, { type: 'AccountSuspended', data: { accountId, until, caseId } })
      .when({ ...suspend, caseId: otherCaseId })
      .leadsTo({ type: 'AccountSuspended', data: { accountId, until, caseId: otherCaseId } }));
  test.each([
    ['deactivated', [person, deactivated]],
    ['banned', [person, banned]],
    ['not approved', [organization]],
  ] as const)('is refused for an account that is %s', (_name, history) =>
    account(...history)
      .when(suspend)
      .isRejected('Only an active account can be suspended.'),
  );
  test('is refused for staff', () =>
    account(person, moderator).when(suspend).isRejected('Staff cannot be banned.'));
  test('the suspension ends at its end, not before', () => {
    account(person, suspended).when(end('2026-12-02T09:59:59.999Z')).leadsToNothing();
    account(person, suspended).when(end(until)).leadsTo(reactivated);
    account(person, suspended, reactivated).when(end(until)).leadsToNothing();
    account(person, suspended, banned).when(end(until)).leadsToNothing();
  });
  test('closes the account until its end', () => {
    const state = [person, suspended].reduce(accountDecider.evolve, accountDecider.initial);
    expect(isClosed(state, '2026-12-02T09:59:59.999Z')).toBe(true);
    expect(isClosed(state, until)).toBe(false);
  });
  test('ends with an erasure', () => {
    const erased: AccountEvent = { type: 'AccountErased', data };
    account(person, suspended).when({ type: 'EraseAccount', accountId }).leadsTo(erased);
    account(person, suspended, erased).when(end(until)).isRejected('The profile does not exist.');
  });
});

test('a warning is recorded once per case', () => {
  const warn = (n: number) => ({ type: 'WarnAccount', accountId, caseId: `case${n}` }) as const;
  const warned: AccountEvent = { type: 'AccountWarned', data: { accountId, caseId: 'case1' } };
  account(person).when(warn(1)).leadsTo(warned);
  account(person, warned).when(warn(1)).leadsToNothing();
  account(person, warned)
    .when(warn(2))
    .leadsTo({ ...warned, data: { accountId, caseId: 'case2' } });
});
