import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { Instant, Uuid } from '../kernel/ids.ts';
import type { AccountEvent, BaseRole, ProfilePicture, Role } from './events.ts';

/** Account status. DECLINED and ERASED are final; the account's personal data is then deleted. */
export type AccountStatus =
  | 'NONE'
  | 'AWAITING_APPROVAL'
  | 'ACTIVE'
  | 'DEACTIVATED'
  | 'BANNED'
  | 'DECLINED'
  | 'ERASED';

/** State of an account stream. */
export interface AccountState {
  readonly status: AccountStatus;
  readonly role: Role;
  readonly baseRole: BaseRole;
  readonly approved: boolean;
  readonly nickname: string;
  readonly profileName: string;
  readonly bio: string;
  readonly website: string;
  readonly picture: ProfilePicture | null;
  /** Whether staff have hidden the picture, bio and website. */
  readonly isTakenDown: boolean;
  /** Whether staff have ordered the cancellation of the account's campaigns since its last reactivation. */
  readonly isCancellationOrdered: boolean;
  /** When the account is erased at its owner's request; null if no erasure is scheduled. */
  readonly eraseAt: Instant | null;
  /** End of the suspension; null unless the account is suspended. */
  readonly suspendedUntil: Instant | null;
  /** Case that led to the last suspension; null if none did. */
  readonly suspendedCaseId: Uuid | null;
  /** Case that led to the last warning; null if the account was never warned. */
  readonly warnedCaseId: Uuid | null;
}

/** Returns whether a suspension has ended by the given instant, even if its end is not recorded yet. */
export const hasSuspensionEnded = ({ suspendedUntil }: AccountState, at: Instant): boolean =>
  suspendedUntil !== null && suspendedUntil <= at;

/** Returns an account's status at an instant. A suspended account is `BANNED` until its suspension ends. */
export const getStatus = (state: AccountState, at: Instant): AccountStatus =>
  hasSuspensionEnded(state, at) ? 'ACTIVE' : state.status;

const CLOSED_STATUSES: readonly AccountStatus[] = ['DEACTIVATED', 'BANNED', 'ERASED'];

/** Returns whether an account is deactivated, banned or erased. Its campaigns then accept no donations. */
export const isClosed = (state: AccountState, at: Instant): boolean =>
  CLOSED_STATUSES.includes(getStatus(state, at));

export const INITIAL_ACCOUNT: AccountState = {
  status: 'NONE',
  role: 'USER',
  baseRole: 'USER',
  approved: false,
  nickname: '',
  profileName: '',
  bio: '',
  website: '',
  picture: null,
  isTakenDown: false,
  isCancellationOrdered: false,
  eraseAt: null,
  suspendedUntil: null,
  suspendedCaseId: null,
  warnedCaseId: null,
};

/**
 * Applies an event to the state of an account.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountRegistered': {
      const { role, nickname, profileName } = event.data;
      const approved = role === 'USER';
      return {
        ...state,
        status: approved ? 'ACTIVE' : 'AWAITING_APPROVAL',
        role,
        baseRole: role,
        approved,
        nickname,
        profileName,
      };
    }
    case 'OrganizationApproved':
      return { ...state, approved: true, status: 'ACTIVE' };
    case 'OrganizationDeclined':
      return { ...state, status: 'DECLINED' };
    case 'ProfileNameChanged':
      return { ...state, profileName: event.data.profileName };
    case 'NicknameChanged':
      return { ...state, nickname: event.data.nickname };
    case 'BioChanged':
      return { ...state, bio: event.data.bio };
    case 'WebsiteChanged':
      return { ...state, website: event.data.website };
    case 'PictureChanged':
      return { ...state, picture: event.data.picture };
    case 'ProfileTakenDown':
      return { ...state, isTakenDown: true };
    case 'ProfileRestored':
      return { ...state, isTakenDown: false };
    case 'AccountDeactivated':
      return { ...state, status: 'DEACTIVATED' };
    case 'AccountDeletionScheduled':
      return { ...state, eraseAt: event.data.eraseAt };
    case 'AccountBanned':
      return { ...state, status: 'BANNED', suspendedUntil: null };
    case 'AccountSuspended':
      return {
        ...state,
        status: 'BANNED',
        suspendedUntil: event.data.until,
        suspendedCaseId: event.data.caseId ?? state.suspendedCaseId,
      };
    case 'AccountWarned':
      return { ...state, warnedCaseId: event.data.caseId };
    case 'CrowdfundingCancellationOrdered':
      return { ...state, isCancellationOrdered: true };
    case 'AccountErased':
      return {
        ...state,
        status: 'ERASED',
        nickname: '',
        profileName: '',
        bio: '',
        website: '',
        picture: null,
        eraseAt: null,
        suspendedUntil: null,
      };
    case 'AccountReactivated':
      return {
        ...state,
        status: state.approved ? 'ACTIVE' : 'AWAITING_APPROVAL',
        isCancellationOrdered: false,
        eraseAt: null,
        suspendedUntil: null,
      };
    case 'StaffRoleGranted':
    case 'StaffRoleRevoked':
      return { ...state, role: event.data.role };
    default:
      return rejectUnknownEvent(event);
  }
}
