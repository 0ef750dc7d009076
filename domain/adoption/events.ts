import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { AdoptionForm } from './rules.ts';

type Of<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly adoptionId: AdoptionId } & Data
>;

/**
 * Somebody looks for a home for an animal. What they wrote is sealed under their key, the address where the animal is
 * before all else. The picture is private data under the adoption's id; the event holds its SHA-256 in hexadecimal digits.
 */
export type AnimalOffered = Of<
  'AnimalOffered',
  AdoptionForm & { readonly ownerId: AccountId; readonly imageHash: string }
>;
/** It found one, for good. */
export type AnimalAdopted = Of<'AnimalAdopted', { readonly ownerId: AccountId }>;
/** Its owner took the post away, before or after it found one. */
export type AdoptionRemoved = Of<'AdoptionRemoved', { readonly ownerId: AccountId }>;

/** Staff hid it from everybody but its owner and staff. The reason is in the metadata. */
export type AnimalTakenDown = Of<'AnimalTakenDown', { readonly ownerId: AccountId }>;
/** Staff undid that. The reason is in the metadata. */
export type AnimalRestored = Of<'AnimalRestored', { readonly ownerId: AccountId }>;

export type AdoptionEvent =
  | AnimalOffered
  | AnimalAdopted
  | AdoptionRemoved
  | AnimalTakenDown
  | AnimalRestored;

export const adoptionEvents: EventDefinitions<AdoptionEvent> = {
  AnimalOffered: {
    version: 1,
    personal: { fields: ['name', 'breed', 'description', 'address'], owner: 'ownerId' },
  },
  AnimalAdopted: { version: 1 },
  AdoptionRemoved: { version: 1 },
  AnimalTakenDown: { version: 1 },
  AnimalRestored: { version: 1 },
};
