import { z } from 'zod';
import {
  checkSearchName,
  MAX_SAVED_SEARCHES,
  searchNotFound,
  searchWithoutFilter,
  unknownTown,
} from '../domain/adoption/rules.ts';
import { forbiddenCharacters } from '../domain/kernel/problems.ts';
import { hasForbiddenCharacters } from '../domain/kernel/text.ts';
import { animalSex, animalType, MAX_DISTANCE_KM } from './adoption.ts';
import { defineCall } from './call.ts';
import { savedSearchesEndpoints } from './endpoints/saved-searches.ts';
import {
  checkedText,
  confirmation,
  count,
  failWith,
  id,
  idParameter,
  instant,
  textFilter,
} from './fields.ts';
import * as problems from './problems.ts';
import { town } from './towns.ts';

/** A saved search for animals. Null filter fields and an empty text match every animal. */
export const savedSearch = z
  .object({
    id,
    name: z.string(),
    createdDate: instant,
    filter: z.object({
      type: animalType.nullable(),
      sex: animalSex.nullable(),
      minAge: count.nullable(),
      maxAge: count.nullable(),
      vaccinated: z.boolean().nullable(),
      sterilized: z.boolean().nullable(),
      text: z.string(),
      within: count.nullable().meta({ description: 'Maximum distance to the town, in km.' }),
    }),
    town: town.nullable(),
  })
  .meta({ id: 'SavedSearch' });
/** A saved search in a response. */
export type SavedSearch = z.output<typeof savedSearch>;

/** Makes a field optional. Null is treated as omitted. */
const nullishToNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

const age = z
  .int(failWith(problems.ageNotWhole))
  .min(0, failWith(problems.ageNotWhole))
  .max(999, failWith(problems.ageNotWhole));

const kilometres = z
  .int(failWith(problems.invalidDistance))
  .min(1, failWith(problems.invalidDistance))
  .max(MAX_DISTANCE_KM, failWith(problems.invalidDistance));

const savedSearchText = textFilter.refine(
  (text) => !hasForbiddenCharacters(text),
  failWith(forbiddenCharacters),
);

const filter = z
  .object(
    {
      type: nullishToNull(z.enum(animalType.options, failWith(problems.unknownAnimalType))),
      sex: nullishToNull(z.enum(animalSex.options, failWith(problems.unknownAnimalSex))),
      minAge: nullishToNull(age),
      maxAge: nullishToNull(age),
      vaccinated: nullishToNull(z.boolean(failWith(problems.invalidFilter))),
      sterilized: nullishToNull(z.boolean(failWith(problems.invalidFilter))),
      text: savedSearchText.nullish().transform((text) => text ?? ''),
      near: nullishToNull(z.int(failWith(unknownTown))).meta({
        description: 'Id of a town from `GET /api/towns`.',
      }),
      within: nullishToNull(kilometres).meta({ description: 'Maximum distance to `near`, in km.' }),
    },
    failWith(searchWithoutFilter),
  )
  .refine(({ near, within }) => near !== null || within === null, failWith(problems.townMissing));

export const saveSearch = defineCall({
  ...savedSearchesEndpoints.saveSearch,
  summary: `Saves a search for animals, at most ${MAX_SAVED_SEARCHES} per account; the account is notified of new animals that match`,
  audience: 'user',
  body: z.object({ name: checkedText(checkSearchName), filter }),
  response: savedSearch,
  errors: ['UNKNOWN_TOWN', 'SEARCH_WITHOUT_FILTER', 'SEARCH_ALREADY_SAVED', 'TOO_MANY_SEARCHES'],
});

export const getSavedSearches = defineCall({
  ...savedSearchesEndpoints.getSavedSearches,
  summary: 'Lists the caller’s saved searches for animals, newest first',
  audience: 'user',
  response: z.array(savedSearch),
});

export const deleteSearch = defineCall({
  ...savedSearchesEndpoints.deleteSearch,
  summary: 'Deletes a saved search',
  audience: 'user',
  condition: 'its owner',
  params: z.object({ id: idParameter(searchNotFound) }),
  response: confirmation,
  errors: ['SEARCH_NOT_FOUND'],
});
