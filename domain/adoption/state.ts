import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { AdoptionEvent } from './events.ts';

/** What the decisions about an adoption need of its past. */
export type AdoptionState =
  | { readonly status: 'NONE' }
  | { readonly status: 'AVAILABLE' | 'ADOPTED' | 'REMOVED'; readonly ownerId: AccountId };

export const noAdoption: AdoptionState = { status: 'NONE' };

const STATUS_AFTER = {
  AnimalOffered: 'AVAILABLE',
  AnimalAdopted: 'ADOPTED',
  AdoptionRemoved: 'REMOVED',
} as const;

export const evolve = (_state: AdoptionState, event: AdoptionEvent): AdoptionState =>
  event.type in STATUS_AFTER
    ? { status: STATUS_AFTER[event.type], ownerId: event.data.ownerId }
    : rejectUnknownEvent(event as never);
