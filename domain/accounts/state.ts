import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountEvent, BaseRole, Role } from './events.ts';

/** Where an account stands. DECLINED and ERASED are final: nothing is left of the person then. */
export type AccountStatus =
  | 'NONE'
  | 'AWAITING_APPROVAL'
  | 'ACTIVE'
  | 'DEACTIVATED'
  | 'BANNED'
  | 'DECLINED'
  | 'ERASED';

/** What the decisions about an account need of its past. */
export interface AccountState {
  readonly status: AccountStatus;
  readonly role: Role;
  readonly baseRole: BaseRole;
  readonly approved: boolean;
  readonly nickname: string;
  readonly profileName: string;
}

export const noAccount: AccountState = {
  status: 'NONE',
  role: 'USER',
  baseRole: 'USER',
  approved: false,
  nickname: '',
  profileName: '',
};

export function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountRegistered': {
      const { role, nickname, profileName } = event.data;
      const approved = role === 'USER';
      return {
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
    case 'AccountDeactivated':
      return { ...state, status: 'DEACTIVATED' };
    case 'AccountBanned':
      return { ...state, status: 'BANNED' };
    case 'AccountErased':
      return { ...state, status: 'ERASED', nickname: '', profileName: '' };
    case 'AccountReactivated':
      return { ...state, status: state.approved ? 'ACTIVE' : 'AWAITING_APPROVAL' };
    case 'StaffRoleGranted':
    case 'StaffRoleRevoked':
      return { ...state, role: event.data.role };
    default:
      return rejectUnknownEvent(event);
  }
}
