import { accept, type Decider, noEvents, rejectUnknownEvent } from '../kernel/decider.ts';
import { emptyMap, getEntry, type PersistentMap, withEntry } from '../kernel/persistent-map.ts';
import type { MatchAnimal } from './commands.ts';
import type { AnimalMatched } from './events.ts';

/** Accounts already notified about the animal. */
type AnimalMatchesState = PersistentMap<true>;

function evolve(state: AnimalMatchesState, event: AnimalMatched): AnimalMatchesState {
  if (event.type !== 'AnimalMatched') return rejectUnknownEvent(event as never);
  return event.data.recipientIds.reduce((notified, id) => withEntry(notified, id, true as const), state);
}

/** Decider for notifications about animals that match saved searches. Each account is notified once per animal. */
export const animalMatchesDecider: Decider<AnimalMatchesState, MatchAnimal, AnimalMatched> = {
  category: 'animal-matches',
  initial: emptyMap,
  evolve,
  decide: ({ adoptionId, ownerId, recipientIds }, notified) => {
    const newIds = recipientIds.filter((id) => !getEntry(notified, id));
    return newIds.length > 0
      ? accept({ type: 'AnimalMatched', data: { adoptionId, ownerId, recipientIds: newIds } })
      : noEvents;
  },
};
