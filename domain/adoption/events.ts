import type { DomainEvent, EventDefinitions, EventsOf, OfType } from '../kernel/event.ts';
import type { AccountId, AdoptionId, Uuid } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { AdoptionForm, SearchFilter } from './rules.ts';

/** Data of the adoption events, in addition to the adoption id. */
interface AdoptionEventData {
  /**
   * An animal was offered for adoption. Its texts, including the address, are encrypted with the owner's key. `town` is
   * a string formatted by `formatTown`; version 1 has no town. The picture is private data, stored under the adoption id.
   */
  readonly AnimalOffered: Omit<AdoptionForm, 'town'> &
    PictureReference & { readonly ownerId: AccountId; readonly town: string };
  /** The animal was adopted, which is final. */
  readonly AnimalAdopted: { readonly ownerId: AccountId };
  /** The owner removed the offer, either before or after the adoption. */
  readonly AdoptionRemoved: { readonly ownerId: AccountId };
  /** Staff hid the offer from everybody except its owner and staff. The reason is in the metadata. */
  readonly AnimalTakenDown: { readonly ownerId: AccountId };
  /** Staff restored the offer after a take-down. The reason is in the metadata. */
  readonly AnimalRestored: { readonly ownerId: AccountId };
}

/** An event of an adoption stream. */
export type AdoptionEvent = EventsOf<AdoptionEventData, { readonly adoptionId: AdoptionId }>;

/** An animal was offered for adoption. The first event of each adoption. */
export type AnimalOffered = OfType<AdoptionEvent, 'AnimalOffered'>;
/** Staff restored the offer of an animal after a take-down. */
export type AnimalRestored = OfType<AdoptionEvent, 'AnimalRestored'>;

/** Data of the saved search events, in addition to the ids of the account and the search. */
interface SavedSearchEventData {
  /** `name`, `text` and `town` are encrypted with the account's key. `town` is a string formatted by `formatTown`. */
  readonly SearchSaved: SearchFilter & { readonly name: string; readonly town: string };
  readonly SearchDeleted: object;
}

/** An event of the saved searches of an account, which share one stream. */
export type SavedSearchEvent = EventsOf<
  SavedSearchEventData,
  { readonly accountId: AccountId; readonly searchId: Uuid }
>;

/** The account saved a search. */
export type SearchSaved = OfType<SavedSearchEvent, 'SearchSaved'>;

/**
 * An animal matched saved searches of these accounts. Each account is notified once per animal, so no account id occurs
 * twice in a stream.
 */
export type AnimalMatched = DomainEvent<
  'AnimalMatched',
  {
    readonly adoptionId: AdoptionId;
    readonly ownerId: AccountId;
    readonly recipientIds: readonly AccountId[];
  }
>;

export const savedSearchEvents: EventDefinitions<SavedSearchEvent> = {
  SearchSaved: { version: 1, personal: { fields: ['name', 'text', 'town'], owner: 'accountId' } },
  SearchDeleted: { version: 1 },
};

export const animalMatchEvents: EventDefinitions<AnimalMatched> = { AnimalMatched: { version: 1 } };

export const adoptionEvents: EventDefinitions<AdoptionEvent> = {
  AnimalOffered: {
    version: 2,
    upcasters: { 1: (data) => ({ ...data, town: '' }) },
    personal: { fields: ['name', 'breed', 'description', 'address', 'town'], owner: 'ownerId' },
  },
  AnimalAdopted: { version: 1 },
  AdoptionRemoved: { version: 1 },
  AnimalTakenDown: { version: 1 },
  AnimalRestored: { version: 1 },
};
