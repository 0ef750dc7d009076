import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { SocialGraphEvent } from './events.ts';

/** Relationship between two accounts. */
export interface RelationshipState {
  /** Whether each account follows the other; undefined if the stream has no event about it. */
  readonly following: Readonly<Record<AccountId, boolean | undefined>>;
  /** Accounts that block the other one. */
  readonly blockers: readonly AccountId[];
  /** Accounts that mute the other one. */
  readonly muters: readonly AccountId[];
}

export const INITIAL_RELATIONSHIP: RelationshipState = { following: {}, blockers: [], muters: [] };

const removeAccount = (ids: readonly AccountId[], id: AccountId): readonly AccountId[] =>
  ids.filter((knownId) => knownId !== id);

/**
 * Applies an event to the relationship between two accounts.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolve(state: RelationshipState, event: SocialGraphEvent): RelationshipState {
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
      return { ...state, blockers: removeAccount(state.blockers, event.data.blockerId) };
    case 'AccountMuted':
      return { ...state, muters: [...state.muters, event.data.muterId] };
    case 'AccountUnmuted':
      return { ...state, muters: removeAccount(state.muters, event.data.muterId) };
    default:
      return rejectUnknownEvent(event);
  }
}
