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

export function evolve(state: BondState, { type, data }: SocialGraphEvent): BondState {
  switch (type) {
    case 'ProfileFollowed':
    case 'ProfileUnfollowed':
      return {
        ...state,
        following: { ...state.following, [data.followerId]: type === 'ProfileFollowed' },
      };
    case 'AccountBlocked':
      return { ...state, blockers: [...state.blockers, data.blockerId] };
    case 'AccountUnblocked':
      return { ...state, blockers: without(state.blockers, data.blockerId) };
    case 'AccountMuted':
      return { ...state, muters: [...state.muters, data.muterId] };
    case 'AccountUnmuted':
      return { ...state, muters: without(state.muters, data.muterId) };
  }
}
