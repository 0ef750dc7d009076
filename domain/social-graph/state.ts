import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { SocialGraphEvent } from './events.ts';

/** Relationship of two accounts. */
export interface BondState {
  /** Whether each account follows the other; undefined if this stream has no event about it. */
  readonly following: Readonly<Record<AccountId, boolean | undefined>>;
  /** The accounts that block the other one. */
  readonly blockers: readonly AccountId[];
  /** The accounts that mute the other one. */
  readonly muters: readonly AccountId[];
}

export const strangers: BondState = { following: {}, blockers: [], muters: [] };

const without = (ids: readonly AccountId[], id: AccountId): readonly AccountId[] =>
  ids.filter((known) => known !== id);

export function evolve(state: BondState, event: SocialGraphEvent): BondState {
  switch (event.type) {
    case 'ProfileFollowed':
    case 'ProfileUnfollowed':
      return {
        ...state,
        following: { ...state.following, [event.data.followerId]: event.type === 'ProfileFollowed' },
      };
    case 'AccountBlocked':
      return { ...state, blockers: [...state.blockers, event.data.blockerId] };
    case 'AccountUnblocked':
      return { ...state, blockers: without(state.blockers, event.data.blockerId) };
    case 'AccountMuted':
      return { ...state, muters: [...state.muters, event.data.muterId] };
    case 'AccountUnmuted':
      return { ...state, muters: without(state.muters, event.data.muterId) };
    default:
      return rejectUnknownEvent(event);
  }
}
