import type { AccountErased } from '../../../domain/accounts/events.ts';
import type { AdoptionEvent } from '../../../domain/adoption/events.ts';
import { foldCase } from '../../../domain/kernel/text.ts';
import { parseTown } from '../../../domain/kernel/town.ts';
import { blank, defineProjection, insert, remove, set } from '../../engine/definition.ts';
import { NOT_TAKEN_DOWN, TAKEN_DOWN_COLUMNS, toTakenDownValues } from '../../moderation/taken-down.ts';
import { PICTURE_COLUMNS, toPictureValues } from '../../pictures.ts';
import { toStoredCoordinates } from './distance.ts';
import { NO_TOWN } from './filter.ts';

const ANIMALS = 'animals';

/** Returns the columns for an animal's town. Coordinates are in units of 1e-5 degrees. */
function toTownValues(town: string) {
  const parsedTown = parseTown(town);
  const { latitude, longitude } = toStoredCoordinates(parsedTown ?? { latitude: 0, longitude: 0 });
  return { town, town_id: parsedTown?.id ?? NO_TOWN, latitude, longitude };
}

/** Animals for adoption and their searchable texts. */
export const animalsProjection = defineProjection<AdoptionEvent | AccountErased>({
  name: 'animals',
  version: 3,
  tables: [
    {
      name: ANIMALS,
      key: ['id'],
      columns: {
        id: 'uuid',
        owner_id: 'uuid',
        name: 'text',
        type: 'text',
        breed: 'text',
        age: 'integer',
        sex: 'text',
        description: 'text',
        address: 'text',
        town: 'text',
        town_id: 'integer',
        latitude: 'integer',
        longitude: 'integer',
        vaccinated: 'boolean',
        sterilized: 'boolean',
        ...PICTURE_COLUMNS,
        status: 'text',
        offered_at: 'timestamptz',
        search: 'text',
        ...TAKEN_DOWN_COLUMNS,
      },
    },
  ],
  on: {
    AnimalOffered: ({ data, metadata }) => [
      insert(ANIMALS, {
        id: data.adoptionId,
        owner_id: data.ownerId,
        name: data.name,
        type: data.type,
        breed: data.breed,
        age: data.age,
        sex: data.sex,
        description: data.description,
        address: data.address,
        ...toTownValues(data.town),
        vaccinated: data.vaccinated,
        sterilized: data.sterilized,
        ...toPictureValues(data),
        status: 'AVAILABLE',
        offered_at: metadata.occurredAt,
        search: foldCase(
          [data.name, data.breed, data.description, data.address, parseTown(data.town)?.name ?? []]
            .flat()
            .join('\n'),
        ),
        ...NOT_TAKEN_DOWN,
      }),
    ],
    AnimalAdopted: ({ data }) => [set(ANIMALS, { id: data.adoptionId }, { status: 'ADOPTED' })],
    AnimalTakenDown: ({ data, metadata }) => [
      set(ANIMALS, { id: data.adoptionId }, toTakenDownValues(metadata)),
    ],
    AnimalRestored: ({ data }) => [set(ANIMALS, { id: data.adoptionId }, NOT_TAKEN_DOWN)],
    AccountErased: ({ data }) => [
      blank(
        ANIMALS,
        { owner_id: data.accountId },
        { name: '', breed: '', description: '', address: '', search: '', ...toTownValues('') },
      ),
    ],
    AdoptionRemoved: ({ data }) => [remove(ANIMALS, { id: data.adoptionId })],
  },
});
