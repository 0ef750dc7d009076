import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, AdoptionId, Uuid } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { Town } from '../kernel/town.ts';
import type { AdoptionForm, SearchFilter } from './rules.ts';

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

/** Fields of the commands about saved searches, in addition to the account id and the search id. */
interface SavedSearchCommandFields {
  readonly SaveSearch: {
    readonly name: string;
    readonly filter: SearchFilter;
    readonly town: Town | null;
  };
  readonly DeleteSearch: object;
}

/** A command to the stream of an account's saved searches. */
export type SavedSearchCommand = CommandsOf<
  SavedSearchCommandFields,
  { readonly accountId: AccountId; readonly searchId: Uuid }
>;

/** Notifies accounts about an animal that matches their saved searches. */
export interface MatchAnimal {
  readonly type: 'MatchAnimal';
  readonly adoptionId: AdoptionId;
  readonly ownerId: AccountId;
  readonly recipientIds: readonly AccountId[];
}
