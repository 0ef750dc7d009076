import { accept, type Decider, type Decision, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import { checkTakeDown } from '../kernel/take-down.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountEvent } from './events.ts';
import { isOrganizationRole, isStaffRole } from './roles.ts';
import {
  accountNotActive,
  accountNotDeactivated,
  banned,
  cannotSuspend,
  checkBio,
  checkName,
  checkNickname,
  checkWebsite,
  normalizeWebsite,
  notAwaitingApproval,
  profileNotFound,
  sameNickname,
  sameProfileName,
  staffCannotBeBanned,
  staffCannotBeErased,
  websiteForOrganizationsOnly,
} from './rules.ts';
import { type AccountState, evolve, hasSuspensionEnded, INITIAL_ACCOUNT } from './state.ts';

function decide(command: AccountCommand, state: AccountState): Decision<AccountEvent> {
  const { accountId } = command;
  if (command.type === 'RegisterAccount') {
    if (state.status !== 'NONE') return noEvents;
    const { role, nickname, profileName, category } = command;
    return accept({ type: 'AccountRegistered', data: { accountId, role, nickname, profileName, category } });
  }
  if (state.status === 'NONE' || state.status === 'DECLINED') return notFound(profileNotFound);
  if (state.status === 'ERASED') return isErasure(command) ? noEvents : notFound(profileNotFound);
  const data = { accountId };
  const content = { ownerId: accountId, isTakenDown: state.isTakenDown };
  switch (command.type) {
    case 'ApproveOrganization':
      return decideReview(state, { type: 'OrganizationApproved', data });
    case 'DeclineOrganization':
      return decideReview(state, { type: 'OrganizationDeclined', data });
    case 'ChangeProfileName':
      return changeProfileName(command.profileName, state, accountId);
    case 'ChangeNickname':
      return changeNickname(command.nickname, state, accountId);
    case 'ChangeBio':
      return changeBio(command.bio, state, accountId);
    case 'ChangeWebsite':
      return changeWebsite(command.website, state, accountId);
    case 'ChangePicture':
      if (command.picture?.id === state.picture?.id) return noEvents;
      return accept({ type: 'PictureChanged', data: { accountId, picture: command.picture } });
    case 'TakeDownProfile':
      return (
        checkTakeDown('take-down', command.staffId, content) ?? accept({ type: 'ProfileTakenDown', data })
      );
    case 'RestoreProfile':
      return checkTakeDown('restore', command.staffId, content) ?? accept({ type: 'ProfileRestored', data });
    case 'DeactivateAccount':
      if (state.status === 'DEACTIVATED') return noEvents;
      if (state.status === 'BANNED') return refuse(banned);
      return accept({ type: 'AccountDeactivated', data });
    case 'BanAccount':
      return banAccount(command, state);
    case 'WarnAccount':
      if (state.warnedCaseId === command.caseId) return noEvents;
      return accept({ type: 'AccountWarned', data: { accountId, caseId: command.caseId } });
    case 'EndSuspension':
      return hasSuspensionEnded(state, command.at) ? accept({ type: 'AccountReactivated', data }) : noEvents;
    case 'ReactivateAccount':
      if (state.status !== 'DEACTIVATED' && state.status !== 'BANNED') return refuse(accountNotDeactivated);
      return accept({ type: 'AccountReactivated', data });
    case 'GrantStaffRole':
      if (state.role === command.role) return noEvents;
      if (state.status !== 'ACTIVE') return refuse(accountNotActive);
      return accept({ type: 'StaffRoleGranted', data: { accountId, role: command.role } });
    case 'RevokeStaffRole':
      if (!isStaffRole(state.role)) return noEvents;
      return accept({ type: 'StaffRoleRevoked', data: { accountId, role: state.baseRole } });
    case 'EraseAccount':
      return decideErasure(state, accountId);
    case 'ScheduleDeletion':
      return scheduleDeletion(command, state);
    case 'CancelDeletion':
      if (state.status !== 'DEACTIVATED' || !state.eraseAt) return noEvents;
      return accept({ type: 'AccountReactivated', data });
    case 'EraseScheduledAccount':
      if (!state.eraseAt || state.eraseAt > command.now) return noEvents;
      return decideErasure(state, accountId);
  }
}

const isErasure = ({ type }: AccountCommand): boolean =>
  type === 'EraseAccount' || type === 'EraseScheduledAccount';

/** Bans and orders the cancellation together. A repeated command appends only missing events. */
function banAccount(
  { accountId, until, caseId, cancelCrowdfundings }: OfType<AccountCommand, 'BanAccount'>,
  state: AccountState,
): Decision<AccountEvent> {
  if (isStaffRole(state.role)) return refuse(staffCannotBeBanned);
  if (until !== undefined && caseId !== undefined && state.suspendedCaseId === caseId) return noEvents;
  const data = { accountId };
  const isSuspended = state.suspendedUntil !== null;
  if (until !== undefined && state.status !== 'ACTIVE' && !isSuspended) return refuse(cannotSuspend);
  const banEvent: AccountEvent =
    until === undefined
      ? { type: 'AccountBanned', data }
      : { type: 'AccountSuspended', data: { accountId, until, ...(caseId && { caseId }) } };
  const ordered = { type: 'CrowdfundingCancellationOrdered', data } as const;
  return accept<AccountEvent>(
    ...(state.status === 'BANNED' && !isSuspended ? [] : [banEvent]),
    ...(cancelCrowdfundings && !state.isCancellationOrdered ? [ordered] : []),
  );
}

/** Schedules the erasure. If it is already scheduled, keeps the first `eraseAt`. */
function scheduleDeletion(
  { accountId, eraseAt }: OfType<AccountCommand, 'ScheduleDeletion'>,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.eraseAt) return noEvents;
  if (isStaffRole(state.role)) return refuse(staffCannotBeErased);
  if (state.status === 'BANNED') return refuse(banned);
  const deactivated = { type: 'AccountDeactivated', data: { accountId } } as const;
  const scheduled = { type: 'AccountDeletionScheduled', data: { accountId, eraseAt } } as const;
  return accept<AccountEvent>(...(state.status === 'DEACTIVATED' ? [] : [deactivated]), scheduled);
}

/** Erases an account. Deactivates it first, so that code that hides deactivated accounts also hides it. */
function decideErasure(state: AccountState, accountId: string): Decision<AccountEvent> {
  if (isStaffRole(state.role)) return refuse(staffCannotBeErased);
  const data = { accountId };
  const erased = { type: 'AccountErased', data } as const;
  return state.status === 'DEACTIVATED' || state.status === 'BANNED'
    ? accept(erased)
    : accept<AccountEvent>({ type: 'AccountDeactivated', data }, erased);
}

const decideReview = (state: AccountState, event: AccountEvent): Decision<AccountEvent> =>
  state.status === 'AWAITING_APPROVAL' ? accept(event) : refuse(notAwaitingApproval);

function changeProfileName(
  profileName: string,
  state: AccountState,
  accountId: string,
): Decision<AccountEvent> {
  const problem = checkName(profileName);
  if (problem) return refuse(problem);
  if (profileName === state.profileName) return refuse(sameProfileName);
  return accept({ type: 'ProfileNameChanged', data: { accountId, profileName } });
}

function changeNickname(nickname: string, state: AccountState, accountId: string): Decision<AccountEvent> {
  const problem = checkNickname(nickname);
  if (problem) return refuse(problem);
  if (nickname === state.nickname) return refuse(sameNickname);
  return accept({ type: 'NicknameChanged', data: { accountId, nickname } });
}

function changeBio(bio: string, state: AccountState, accountId: string): Decision<AccountEvent> {
  const problem = checkBio(bio);
  if (problem) return refuse(problem);
  return bio === state.bio ? noEvents : accept({ type: 'BioChanged', data: { accountId, bio } });
}

/** Changes the website. An account that is no longer an organization can only remove it. */
function changeWebsite(typed: string, state: AccountState, accountId: string): Decision<AccountEvent> {
  const website = checkWebsite(typed) ? typed : normalizeWebsite(typed);
  const problem = checkWebsite(website);
  if (problem) return refuse(problem);
  if (website === state.website) return noEvents;
  if (website !== '' && !isOrganizationRole(state.role)) return refuse(websiteForOrganizationsOnly);
  return accept({ type: 'WebsiteChanged', data: { accountId, website } });
}

/** Decider for accounts: profile, status and staff role. */
export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initial: INITIAL_ACCOUNT,
  evolve,
  decide,
};
