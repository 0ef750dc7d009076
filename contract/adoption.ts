import { z } from 'zod';
import {
  ANIMAL_SEXES,
  ANIMAL_TYPES,
  adoptionIncomplete,
  adoptionNotFound,
  checkAdoptionAddress,
  checkAdoptionDescription,
  checkAnimalAge,
  checkAnimalBreed,
  checkAnimalName,
  unknownTown,
} from '../domain/adoption/rules.ts';
import type { Problem } from '../domain/kernel/problem.ts';
import { profileKey } from './accounts.ts';
import { defineCall } from './call.ts';
import { adoptionEndpoints } from './endpoints/adoption.ts';
import {
  checkedNumber,
  checkedText,
  confirmation,
  count,
  failWith,
  id,
  idParameter,
  image,
  imageBase64,
  imageFocus,
  instant,
  PICTURE_ERRORS,
  pageQuery,
  pictureVariant,
  textFilter,
} from './fields.ts';
import * as problems from './problems.ts';
import { profileSummary, takenDown } from './shapes.ts';
import { town, townId } from './towns.ts';

export const animalType = z.enum(ANIMAL_TYPES);
export const animalSex = z.enum(ANIMAL_SEXES);

/** An animal offered for adoption. `takenDown` is set only while the animal is taken down by staff. */
export const adoptionPost = z
  .object({
    id,
    status: z.enum(['AVAILABLE', 'ADOPTED']),
    address: z.string(),
    town: town.optional().meta({ description: 'Absent if the owner chose none.' }),
    distance: count
      .optional()
      .meta({ description: 'Distance between its town and `near`, in km. Only in lists with `near`.' }),
    description: z.string(),
    vaccinated: z.boolean(),
    sterilized: z.boolean(),
    createdDate: instant,
    owner: profileSummary,
    animal: z.object({ name: z.string(), type: animalType, age: z.int(), sex: animalSex, breed: z.string() }),
    image: image.optional().meta({ description: 'Its picture, at `GET /api/adopt/{id}/image`.' }),
    takenDown: takenDown.optional(),
  })
  .meta({ id: 'AdoptionPost' });
/** The offer of an animal, in a response. */
export type AdoptionPost = z.output<typeof adoptionPost>;

/** Fails with `adoptionIncomplete` if a field is empty, and with `invalid` if it is invalid. */
const failAsIncompleteOr = (invalid: Problem) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    (input === undefined || input === null || input === '' ? adoptionIncomplete : invalid).code,
});

const requiredBoolean = z.boolean(failAsIncompleteOr(problems.notABoolean));

const animalForm = z.object(
  {
    name: checkedText(checkAnimalName),
    type: z.enum(ANIMAL_TYPES, failAsIncompleteOr(problems.unknownAnimalType)),
    breed: checkedText(checkAnimalBreed),
    age: checkedNumber(checkAnimalAge, adoptionIncomplete),
    sex: z.enum(ANIMAL_SEXES, failAsIncompleteOr(problems.unknownAnimalSex)),
    imageBase64: imageBase64(adoptionIncomplete),
    imageFocus,
  },
  failWith(adoptionIncomplete),
);

const params = z.object({ id: idParameter(adoptionNotFound) });

export const createAdoption = defineCall({
  ...adoptionEndpoints.createAdoption,
  summary: 'Offers an animal for adoption',
  audience: 'user',
  body: z.object({
    animal: animalForm,
    description: checkedText(checkAdoptionDescription),
    vaccinated: requiredBoolean,
    sterilized: requiredBoolean,
    address: checkedText(checkAdoptionAddress),
    town: z
      .int(failWith(unknownTown))
      .nullish()
      .meta({ description: 'Id of a town from `GET /api/towns`; searches by distance use its coordinates.' }),
  }),
  hasPicture: true,
  response: adoptionPost,
  errors: ['ADOPTION_INCOMPLETE', 'UNKNOWN_TOWN', ...PICTURE_ERRORS, 'INVALID_FOCAL_POINT'],
});

const ageFilter = z
  .string(failWith(problems.ageNotWhole))
  .regex(/^\d{1,3}$/, failWith(problems.ageNotWhole))
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

const booleanFilter = z
  .enum(['true', 'false'], failWith(problems.invalidFilter))
  .transform((text) => text === 'true');

/** Maximum search distance, in km. */
export const MAX_DISTANCE_KM = problems.invalidDistance.params.most;

const distanceFilter = z
  .string(failWith(problems.invalidDistance))
  .regex(/^[1-9]\d{0,4}$/, failWith(problems.invalidDistance))
  .transform(Number)
  .refine((km) => km <= MAX_DISTANCE_KM, failWith(problems.invalidDistance))
  .meta({ type: 'integer', minimum: 1, maximum: MAX_DISTANCE_KM });

const hasTownIfNeeded = ({ near, within, sort }: { near?: unknown; within?: unknown; sort?: unknown }) =>
  near !== undefined || (within === undefined && sort !== 'distance');

/** An omitted filter matches every animal. */
const animalFilter = z.object({
  type: z.enum(ANIMAL_TYPES, failWith(problems.unknownAnimalType)).optional(),
  sex: z.enum(ANIMAL_SEXES, failWith(problems.unknownAnimalSex)).optional(),
  minAge: ageFilter.optional().meta({ description: 'Youngest age in years.' }),
  maxAge: ageFilter.optional().meta({ description: 'Oldest age in years.' }),
  vaccinated: booleanFilter.optional(),
  sterilized: booleanFilter.optional(),
  text: textFilter.optional().meta({
    description:
      'Words that must all occur in the name, the breed, the description or the address. If none of them has three consecutive letters or digits, only the newest 2,000 animals are searched.',
  }),
  near: townId
    .optional()
    .meta({ description: 'Id of a town from `GET /api/towns`; sorts by the distance to it.' }),
  within: distanceFilter.optional().meta({ description: 'Maximum distance to `near`, in km.' }),
});

const animalsQuery = z
  .object({
    ...pageQuery.shape,
    ...animalFilter.shape,
    sort: z.enum(['date', 'distance'], failWith(problems.unknownAnimalSort)).optional().meta({
      description: '`distance` by default with `near`, otherwise `date`: the newest first.',
    }),
  })
  .refine(hasTownIfNeeded, failWith(problems.townMissing));

export const getAnimals = defineCall({
  ...adoptionEndpoints.getAnimals,
  summary: 'Lists available animals, newest or nearest first',
  audience: 'optional',
  query: animalsQuery,
  hasETag: true,
  response: z.array(adoptionPost),
  errors: ['UNKNOWN_TOWN'],
});

export const getAnimal = defineCall({
  ...adoptionEndpoints.getAnimal,
  summary: 'Returns an animal, adopted or not',
  audience: 'optional',
  params,
  hasETag: true,
  response: adoptionPost,
  errors: ['ADOPTION_NOT_FOUND'],
});

export const getAnimalImage = defineCall({
  ...adoptionEndpoints.getAnimalImage,
  summary: 'Returns the picture of an animal',
  audience: 'optional',
  params,
  ...pictureVariant,
  errors: ['ADOPTION_NOT_FOUND', 'PICTURE_NOT_FOUND'],
});

export const profileAnimals = defineCall({
  ...adoptionEndpoints.profileAnimals,
  summary: 'Lists the animals of a profile, including adopted ones, newest first',
  audience: 'optional',
  params: z.object({ nickname: profileKey }),
  query: pageQuery,
  hasETag: true,
  response: z.array(adoptionPost),
  errors: ['PROFILE_NOT_FOUND'],
});

export const markAdopted = defineCall({
  ...adoptionEndpoints.markAdopted,
  summary: 'Marks an animal as adopted; this is final',
  audience: 'user',
  condition: 'its owner',
  params,
  response: adoptionPost,
  errors: ['ADOPTION_NOT_FOUND', 'NOT_THE_OWNER', 'ALREADY_ADOPTED', 'TAKEN_DOWN'],
});

export const deleteAdoption = defineCall({
  ...adoptionEndpoints.deleteAdoption,
  summary: 'Removes an animal and its picture',
  audience: 'user',
  condition: 'its owner',
  params,
  response: confirmation,
  errors: ['ADOPTION_NOT_FOUND', 'NOT_THE_OWNER'],
});
