import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, AdoptionId, Uuid } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { AdoptionForm, SearchFilter } from './rules.ts';

type EventOf<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly adoptionId: AdoptionId } & Data
>;

/**
 * An animal was offered for adoption. Its texts, including the address, are encrypted with the owner's key.
 * `town` is a text of `formatTown`; version 1 had none. The picture is private data under the adoption's id.
 */
export type AnimalOffered = EventOf<
  'AnimalOffered',
  Omit<AdoptionForm, 'town'> & {
    readonly ownerId: AccountId;
    readonly town: string;
  } & PictureReference
>;
/** The animal was adopted. Final. */
export type AnimalAdopted = EventOf<'AnimalAdopted', { readonly ownerId: AccountId }>;
/** The owner removed the offer, before or after the adoption. */
export type AdoptionRemoved = EventOf<'AdoptionRemoved', { readonly ownerId: AccountId }>;

/** Staff hid it from everybody but its owner and staff. The reason is in the metadata. */
export type AnimalTakenDown = EventOf<'AnimalTakenDown', { readonly ownerId: AccountId }>;
/** Staff restored it after a take-down. The reason is in the metadata. */
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
 * An account saved a search for animals. The name, the words and the town are encrypted with its key; `town` is a text
 * of `formatTown`.
 */
export type SearchSaved = SearchEventOf<
  'SearchSaved',
  SearchFilter & { readonly name: string; readonly town: string }
>;
export type SearchDeleted = SearchEventOf<'SearchDeleted'>;

export type SavedSearchEvent = SearchSaved | SearchDeleted;

/**
 * An animal was found by saved searches of these accounts. Each account is notified once per animal: the events of a
 * stream contain different ids.
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
