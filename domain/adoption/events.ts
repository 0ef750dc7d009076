import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { AdoptionForm } from './rules.ts';

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
