import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { AdoptionEvent } from './events.ts';

/** State of an adoption stream. */
export type AdoptionState =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'AVAILABLE' | 'ADOPTED' | 'REMOVED';
      readonly ownerId: AccountId;
      readonly isTakenDown: boolean;
    };

export const INITIAL_ADOPTION: AdoptionState = { status: 'NONE' };

/**
 * Applies an event to the state of an adoption. Before `AnimalOffered`, other events have no effect.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolve(state: AdoptionState, event: AdoptionEvent): AdoptionState {
  switch (event.type) {
    case 'AnimalOffered':
      return { status: 'AVAILABLE', ownerId: event.data.ownerId, isTakenDown: false };
    case 'AnimalAdopted':
      return state.status === 'NONE' ? state : { ...state, status: 'ADOPTED' };
    case 'AdoptionRemoved':
      return state.status === 'NONE' ? state : { ...state, status: 'REMOVED' };
    case 'AnimalTakenDown':
      return state.status === 'NONE' ? state : { ...state, isTakenDown: true };
    case 'AnimalRestored':
      return state.status === 'NONE' ? state : { ...state, isTakenDown: false };
    default:
      return rejectUnknownEvent(event);
  }
}
