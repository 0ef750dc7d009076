import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { SocialGraphEvent } from './events.ts';

/** What two accounts are to each other. */
export interface BondState {
  /** Whether each follows the other; undefined for whom this stream has not said it yet. */
  readonly following: Readonly<Record<AccountId, boolean | undefined>>;
  /** Who of them blocks the other. */
  readonly blockers: readonly AccountId[];
  /** Who of them mutes the other. */
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
