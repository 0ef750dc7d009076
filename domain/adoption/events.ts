import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, AdoptionId, Uuid } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { AdoptionForm, SearchFilter } from './rules.ts';

type EventOf<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly adoptionId: AdoptionId } & Data
>;

/**
 * An animal was offered for adoption. Its texts, including the address, are encrypted with the owner's key. `town` is a
 * string formatted by `formatTown`; version 1 has no town. The picture is private data, stored under the adoption id.
 */
export type AnimalOffered = EventOf<
  'AnimalOffered',
  Omit<AdoptionForm, 'town'> & {
    readonly ownerId: AccountId;
    readonly town: string;
  } & PictureReference
>;
/** The animal was adopted, which is final. */
export type AnimalAdopted = EventOf<'AnimalAdopted', { readonly ownerId: AccountId }>;
/** The owner removed the offer, either before or after the adoption. */
export type AdoptionRemoved = EventOf<'AdoptionRemoved', { readonly ownerId: AccountId }>;

/** Staff hid the offer from everybody except its owner and staff. The reason is in the metadata. */
export type AnimalTakenDown = EventOf<'AnimalTakenDown', { readonly ownerId: AccountId }>;
/** Staff restored the offer after a take-down. The reason is in the metadata. */
export type AnimalRestored = EventOf<'AnimalRestored', { readonly ownerId: AccountId }>;

export type AdoptionEvent =
  | AnimalOffered
  | AnimalAdopted
  | AdoptionRemoved
  | AnimalTakenDown
  | AnimalRestored;

type SearchEventOf<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly accountId: AccountId; readonly searchId: Uuid } & Data
>;

/**
 * An account saved a search for animals. `name`, `text` and `town` are encrypted with the account's key. `town` is a
 * string formatted by `formatTown`.
 */
export type SearchSaved = SearchEventOf<
  'SearchSaved',
  SearchFilter & { readonly name: string; readonly town: string }
>;
export type SearchDeleted = SearchEventOf<'SearchDeleted'>;

export type SavedSearchEvent = SearchSaved | SearchDeleted;

/**
 * An animal matched saved searches of these accounts. Each account is notified once per animal, so no account id occurs
 * twice in a stream.
 */
export type AnimalMatched = EventOf<
  'AnimalMatched',
  { readonly ownerId: AccountId; readonly recipientIds: readonly AccountId[] }
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
