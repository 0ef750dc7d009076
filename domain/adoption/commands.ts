import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { AdoptionForm } from './rules.ts';

/** Fields of the adoption commands, in addition to the adoption id. */
interface AdoptionCommandFields {
  readonly OfferAnimal: PictureReference & { readonly ownerId: AccountId; readonly form: AdoptionForm };
  /** Sent by `accountId`, who must be the owner. */
  readonly MarkAnimalAdopted: { readonly accountId: AccountId };
  /** Sent by `accountId`, who must be the owner. */
  readonly RemoveAdoption: { readonly accountId: AccountId };
  /** Sent by staff. The reason is in the command context. */
  readonly TakeDownAnimal: { readonly staffId: AccountId };
  /** Sent by staff. The reason is in the command context. */
  readonly RestoreAnimal: { readonly staffId: AccountId };
}

/** A command to an adoption stream. */
export type AdoptionCommand = CommandsOf<AdoptionCommandFields, { readonly adoptionId: AdoptionId }>;
