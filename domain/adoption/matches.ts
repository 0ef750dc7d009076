import { accept, type Decider, noEvents, rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { AnimalMatched } from './events.ts';

/** Notifies accounts, in ascending order, of an animal that their saved searches find. */
export interface MatchAnimal {
  readonly type: 'MatchAnimal';
  readonly adoptionId: AdoptionId;
  readonly ownerId: AccountId;
  readonly recipientIds: readonly AccountId[];
}

/** The greatest id of an account that was notified of the animal; empty before the first. */
export interface AnimalMatchesState {
  readonly lastRecipientId: AccountId | '';
}

function evolve(state: AnimalMatchesState, event: AnimalMatched): AnimalMatchesState {
  if (event.type !== 'AnimalMatched') return rejectUnknownEvent(event as never);
  return { lastRecipientId: event.data.recipientIds.at(-1) ?? state.lastRecipientId };
}

/** Decider of the accounts that are notified of an animal. Skips those up to the last notified one. */
export const animalMatchesDecider: Decider<AnimalMatchesState, MatchAnimal, AnimalMatched> = {
  category: 'animal-matches',
  initial: { lastRecipientId: '' },
  evolve,
  decide: ({ adoptionId, ownerId, recipientIds }, { lastRecipientId }) => {
    const newIds = recipientIds.filter((id) => id > lastRecipientId);
    return newIds.length > 0
      ? accept({ type: 'AnimalMatched', data: { adoptionId, ownerId, recipientIds: newIds } })
      : noEvents;
  },
};
