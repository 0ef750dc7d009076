import type { AdoptionPost } from '../../../contract/adoption.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { type Coordinates, measureDistance, parseTown } from '../../../domain/kernel/town.ts';
import { isListed } from '../../accounts/profiles/listed.ts';
import { SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from '../../accounts/profiles/names.ts';
import {
  isNotTakenDownFor,
  selectTakenDown,
  type TakenDownRow,
  toTakenDownField,
} from '../../moderation/taken-down.ts';
import { type PictureRow, toImage, toPictureReference } from '../../pictures.ts';
import { isNotBlocked, isNotHidden } from '../../social-graph/hidden/query.ts';

/** A row of `read.animals`, joined with its owner. */
export interface AnimalRecord
  extends SummaryRow,
    TakenDownRow,
    PictureRow,
    Pick<AdoptionPost, 'id' | 'description' | 'address' | 'vaccinated' | 'sterilized' | 'status'>,
    Readonly<AdoptionPost['animal']> {
  readonly owner_id: AccountId;
  readonly town: string;
  readonly offered_at: Date;
}

/** Maps a row to an adoption post. With `center`, includes the distance from there to the animal's town. */
export const toAdoptionPost = (row: AnimalRecord, center: Coordinates | null = null): AdoptionPost => {
  const town = parseTown(row.town);
  return {
    id: row.id,
    status: row.status,
    address: row.address,
    ...(town && { town }),
    ...(town && center && { distance: Math.round(measureDistance(center, town)) }),
    description: row.description,
    vaccinated: row.vaccinated,
    sterilized: row.sterilized,
    createdDate: row.offered_at.toISOString(),
    owner: toProfileSummary(row.owner_id, row),
    animal: { name: row.name, type: row.type, age: row.age, sex: row.sex, breed: row.breed },
    image: toImage(toPictureReference(row)),
    ...toTakenDownField(row),
  };
};

/**
 * Returns SQL for animals with their owners. `$1` is the current user's id. `$2` is whether the current user
 * sees animals that are taken down or whose owners are deactivated or banned. Animals of erased accounts are
 * never shown.
 */
export const selectAnimals = (rows: string): string => `
  SELECT animal.id, animal.owner_id, animal.name, animal.type, animal.breed, animal.age, animal.sex,
    animal.description, animal.address, animal.town, animal.vaccinated, animal.sterilized, animal.image_hash,
    animal.image, animal.status, animal.offered_at, ${selectTakenDown('animal')}, ${SUMMARY_COLUMNS}
  FROM ${rows} animal JOIN read.profiles profile ON profile.id = animal.owner_id AND ${isListed('$2')}
    AND ${isNotTakenDownFor('animal', 'animal.owner_id', '$2', '$1')}`;

/**
 * SQL for animals in lists: joins the owner as `profile` and excludes animals that are not listed for the
 * current user `$1`.
 */
export const JOIN_LISTED_ANIMAL_OWNER = `JOIN read.profiles profile ON profile.id = animal.owner_id
  AND animal.status = 'AVAILABLE' AND ${isListed('$2')} AND ${isNotTakenDownFor('animal', 'animal.owner_id', '$2', '$1')}
  AND ${isNotHidden('animal.owner_id')}`;

/** SQL condition for lists: `isNotHidden` for the owner. */
export const IS_OWNER_NOT_HIDDEN = isNotHidden('animal.owner_id');

/** SQL condition: the current user is staff (`$2`), or neither the current user nor the owner blocks the other. */
export const IS_NOT_BLOCKED = `($2 OR ${isNotBlocked('animal.owner_id')})`;
