import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { AdoptionForm } from './rules.ts';

type CommandOf<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly adoptionId: AdoptionId;
} & Data;

export type OfferAnimal = CommandOf<
  'OfferAnimal',
  PictureReference & { readonly ownerId: AccountId; readonly form: AdoptionForm }
>;
/** Sent by `accountId`, who must be the owner. */
export type MarkAnimalAdopted = CommandOf<'MarkAnimalAdopted', { readonly accountId: AccountId }>;
/** Sent by `accountId`, who must be the owner. */
export type RemoveAdoption = CommandOf<'RemoveAdoption', { readonly accountId: AccountId }>;

/** Sent by staff. The reason is in the command context. */
export type TakeDownAnimal = CommandOf<'TakeDownAnimal' | 'RestoreAnimal', { readonly staffId: AccountId }>;

export type AdoptionCommand = OfferAnimal | MarkAnimalAdopted | RemoveAdoption | TakeDownAnimal;
