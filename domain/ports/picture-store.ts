import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { PictureDetails, PictureReference } from '../kernel/picture.ts';
import type { VariantSize, VariantType } from '../pictures/rules.ts';
import type { Picture, PictureSet, PictureVariant } from './pictures.ts';

/** A stored picture that is not marked as referenced. */
export interface UnreferencedPicture {
  readonly subjectId: Uuid;
  readonly ownerId: AccountId;
  /** Time at which it was stored, in microseconds, in the text format of PostgreSQL. */
  readonly storedAt: string;
}

/** Pictures of campaigns, updates, animals and profiles, by subject id. Erasing an account deletes its pictures. */
export interface PictureStore {
  /**
   * Stores a picture in all variants, unless one is already stored. Call it before appending the event that refers to
   * the picture.
   * @returns the reference for the event
   */
  readonly save: (
    subjectId: Uuid,
    ownerId: AccountId,
    picture: Picture & Partial<PictureSet>,
  ) => Promise<PictureReference>;
  /** Returns the small JPEG, or null if there is no picture. */
  readonly find: (subjectId: Uuid) => Promise<Picture | null>;
  /** Returns the largest variant of a type up to a size, or null. `hash` covers all variants. */
  readonly findVariant: (
    subjectId: Uuid,
    size: VariantSize,
    type: VariantType,
  ) => Promise<(PictureVariant & Pick<PictureDetails, 'hash'>) | null>;
  /** Deletes a picture in all variants. With `before`, deletes it only if it was stored before that instant. */
  readonly delete: (subjectId: Uuid, before?: Instant) => Promise<void>;
  /**
   * Returns a page of pictures stored before an instant that are not marked as referenced, oldest first.
   * @param after last picture of the previous page
   */
  readonly listUnreferenced: (
    before: Instant,
    limit: number,
    after?: UnreferencedPicture,
  ) => Promise<readonly UnreferencedPicture[]>;
  /** Records that an event refers to the picture. */
  readonly markReferenced: (subjectId: Uuid) => Promise<void>;
  /** Marks the picture as possibly orphaned. The orphaned pictures job then checks it again. */
  readonly markUnverified: (subjectId: Uuid) => Promise<void>;
}
