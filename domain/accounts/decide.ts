import { accept, type Decider, type Decision, notFound, nothingToDo, refuse } from '../kernel/decider.ts';
import type { AccountCommand, BanAccount } from './commands.ts';
import type { AccountEvent } from './events.ts';
import { missingProfile, nameProblem, nicknameProblem } from './rules.ts';
import { type AccountState, evolve, isClosed, noAccount } from './state.ts';

const noSuchAccount = notFound(missingProfile.code, missingProfile.message);

function decide(command: AccountCommand, state: AccountState): Decision<AccountEvent> {
  const { accountId } = command;
  if (command.type === 'RegisterAccount') {
    if (state.status !== 'NONE') return nothingToDo;
    const { role, nickname, profileName, category } = command;
    return accept({ type: 'AccountRegistered', data: { accountId, role, nickname, profileName, category } });
  }
  if (state.status === 'NONE' || state.status === 'DECLINED') return noSuchAccount;
  if (state.status === 'ERASED') return command.type === 'EraseAccount' ? nothingToDo : noSuchAccount;
  const data = { accountId };
  switch (command.type) {
    case 'ApproveOrganization':
      return onlyWhileAwaiting(state, { type: 'OrganizationApproved', data });
    case 'DeclineOrganization':
      return onlyWhileAwaiting(state, { type: 'OrganizationDeclined', data });
    case 'ChangeProfileName':
      return changeProfileName(command.profileName, state, accountId);
    case 'ChangeNickname':
      return changeNickname(command.nickname, state, accountId);
    case 'DeactivateAccount':
      if (state.status === 'DEACTIVATED') return nothingToDo;
      if (state.status === 'BANNED') return refuse('ACCOUNT_BANNED', 'Your account is banned');
      return accept({ type: 'AccountDeactivated', data });
    case 'BanAccount':
      return ban(command, state);
    case 'ReactivateAccount':
      if (state.status !== 'DEACTIVATED' && state.status !== 'BANNED')
        return refuse('ACCOUNT_NOT_DEACTIVATED', 'The account is not deactivated.');
      return accept({ type: 'AccountReactivated', data });
    case 'GrantStaffRole':
      if (state.role === command.role) return nothingToDo;
      if (state.status !== 'ACTIVE')
        return refuse('ACCOUNT_NOT_ACTIVE', 'Only an active account can become staff.');
      return accept({ type: 'StaffRoleGranted', data: { accountId, role: command.role } });
    case 'RevokeStaffRole':
      if (!isStaff(state)) return nothingToDo;
      return accept({ type: 'StaffRoleRevoked', data: { accountId, role: state.baseRole } });
    case 'EraseAccount':
      return erase(state, accountId);
  }
}

const isStaff = (state: AccountState): boolean => state.role === 'ADMIN' || state.role === 'MOD';

/** The ban and the order to cancel the campaigns are appended together; repeating them adds what is missing. */
function ban({ accountId, cancelCrowdfundings }: BanAccount, state: AccountState): Decision<AccountEvent> {
  if (isStaff(state)) return refuse('STAFF_CANNOT_BE_BANNED', 'Staff cannot be banned.');
  const data = { accountId };
  const banned = { type: 'AccountBanned', data } as const;
  const ordered = { type: 'CrowdfundingCancellationOrdered', data } as const;
  return accept<AccountEvent>(
    ...(state.status === 'BANNED' ? [] : [banned]),
    ...(cancelCrowdfundings && !state.cancellationOrdered ? [ordered] : []),
  );
}

/** Whoever is in sight is deactivated first, so that all that knows of deactivated accounts hides the erased one too. */
function erase(state: AccountState, accountId: string): Decision<AccountEvent> {
  if (isStaff(state)) return refuse('STAFF_CANNOT_BE_ERASED', 'Staff cannot be erased.');
  const data = { accountId };
  const erased = { type: 'AccountErased', data } as const;
  return isClosed(state)
    ? accept(erased)
    : accept<AccountEvent>({ type: 'AccountDeactivated', data }, erased);
}

const onlyWhileAwaiting = (state: AccountState, event: AccountEvent): Decision<AccountEvent> =>
  state.status === 'AWAITING_APPROVAL'
    ? accept(event)
    : refuse('NOT_AWAITING_APPROVAL', 'The organization is not awaiting approval.');

function changeProfileName(
  profileName: string,
  state: AccountState,
  accountId: string,
): Decision<AccountEvent> {
  const problem = nameProblem(profileName);
  if (problem) return refuse('INVALID_PROFILE_NAME', problem);
  if (profileName === state.profileName)
    return refuse('SAME_PROFILE_NAME', 'The new profile name is the same as the current one.');
  return accept({ type: 'ProfileNameChanged', data: { accountId, profileName } });
}

function changeNickname(nickname: string, state: AccountState, accountId: string): Decision<AccountEvent> {
  const problem = nicknameProblem(nickname);
  if (problem) return refuse('INVALID_NICKNAME', problem);
  if (nickname === state.nickname)
    return refuse('SAME_NICKNAME', 'The new nickname is the same as the current one.');
  return accept({ type: 'NicknameChanged', data: { accountId, nickname } });
}

/** The rules of an account: who it is to others, whether it may be used, and who moderates it. */
export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initial: noAccount,
  evolve,
  decide,
};
