import { z } from 'zod';
import {
  ADOPTION_MANDATORY,
  ANIMAL_SEXES,
  ANIMAL_TYPES,
  adoptionAddressProblem,
  adoptionDescriptionProblem,
  animalAgeProblem,
  animalBreedProblem,
  animalNameProblem,
  missingAdoption,
} from '../../domain/adoption/rules.ts';
import { profileKey } from './accounts.ts';
import { call } from './call.ts';
import {
  done,
  id,
  idOf,
  imageBase64,
  instant,
  jpeg,
  LIST_PAGE_SIZE,
  PICTURE_BODY_LIMIT,
  pageQuery,
  ruledNumber,
  ruledText,
  soughtText,
} from './fields.ts';
import { profileSummary, takenDown } from './shapes.ts';

const MANDATORY = ADOPTION_MANDATORY;
const animalType = z.enum(ANIMAL_TYPES);
const animalSex = z.enum(ANIMAL_SEXES);

/** An animal for adoption. `takenDown` is there only while staff have taken it down. */
export const adoptionPost = z
  .object({
    id,
    status: z.enum(['AVAILABLE', 'ADOPTED']),
    address: z.string(),
    description: z.string(),
    vaccinated: z.boolean(),
    sterilized: z.boolean(),
    createdDate: instant,
    owner: profileSummary,
    animal: z.object({ name: z.string(), type: animalType, age: z.int(), sex: animalSex, breed: z.string() }),
    takenDown: takenDown.optional(),
  })
  .meta({ id: 'AdoptionPost' });
export type AdoptionPost = z.output<typeof adoptionPost>;

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === '';

/** One of the values that a form offers, which cannot be left out. */
const choice = <const Values extends readonly string[]>(name: string, values: Values) =>
  z.enum(values, {
    error: ({ input }) => (isMissing(input) ? MANDATORY : `${name} must be one of ${values.join(', ')}.`),
  });

const yesOrNo = (name: string) =>
  z.boolean({ error: ({ input }) => (isMissing(input) ? MANDATORY : `${name} must be true or false.`) });

const animalForm = z.object(
  {
    name: ruledText('The name', animalNameProblem),
    type: choice('The type', ANIMAL_TYPES),
    breed: ruledText('The breed', animalBreedProblem),
    age: ruledNumber('The age', animalAgeProblem, MANDATORY),
    sex: choice('The sex', ANIMAL_SEXES),
    imageBase64: imageBase64(MANDATORY),
  },
  { error: MANDATORY },
);

const params = z.object({ id: idOf(missingAdoption) });

export const createAdoption = call({
  name: 'createAdoption',
  context: 'adoption',
  summary: 'Offers an animal for adoption',
  method: 'POST',
  path: '/api/adopt',
  who: 'user',
  body: z.object({
    animal: animalForm,
    description: ruledText('The description', adoptionDescriptionProblem),
    vaccinated: yesOrNo('Whether it is vaccinated'),
    sterilized: yesOrNo('Whether it is sterilized'),
    address: ruledText('The address', adoptionAddressProblem),
  }),
  bodyLimit: PICTURE_BODY_LIMIT,
  answer: adoptionPost,
  idempotent: true,
  errors: [
    'INVALID_ADOPTION',
    'UNSUPPORTED_PICTURE',
    'PICTURE_TOO_LARGE',
    'PICTURE_TOO_MANY_PIXELS',
    'BROKEN_PICTURE',
  ],
});

const wholeYears = z
  .string({ error: 'The age must be a whole number of years.' })
  .regex(/^\d{1,3}$/, { error: 'The age must be a whole number of years.' })
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

const flag = z
  .enum(['true', 'false'], { error: 'The filter must be true or false.' })
  .transform((text) => text === 'true');

/** Longest text that animals are searched by, in characters. */
export const SEARCH_LIMIT = 100;

/** Which animals are looked for; what is left out does not matter. */
const animalsQuery = pageQuery.extend({
  type: z.enum(ANIMAL_TYPES, { error: 'There is no such type of animal.' }).optional(),
  sex: z.enum(ANIMAL_SEXES, { error: 'The sex must be M or F.' }).optional(),
  minAge: wholeYears.optional().meta({ description: 'Youngest age in years.' }),
  maxAge: wholeYears.optional().meta({ description: 'Oldest age in years.' }),
  vaccinated: flag.optional(),
  sterilized: flag.optional(),
  text: soughtText('text', SEARCH_LIMIT)
    .refine((text) => !text.includes('\0'), { error: 'The text contains characters that are not allowed.' })
    .optional()
    .meta({
      description:
        'Words that all occur in the name, the breed, the description or the address. Where none of them has three letters or digits in a row, they are looked for among the newest 2,000 animals.',
    }),
});

export const getAnimals = call({
  name: 'getAnimals',
  context: 'adoption',
  summary: 'Animals that look for a home, newest first',
  method: 'GET',
  path: '/api/adopt/animals',
  who: 'optional',
  query: animalsQuery,
  answer: z.array(adoptionPost),
  pageSize: LIST_PAGE_SIZE,
});

export const getAnimalImage = call({
  name: 'getAnimalImage',
  context: 'adoption',
  summary: 'The picture of an animal',
  method: 'GET',
  path: '/api/adopt/{id}/image',
  who: 'optional',
  params,
  answer: jpeg,
  answerType: 'image/jpeg',
  errors: ['ADOPTION_NOT_FOUND', 'PICTURE_NOT_FOUND'],
});

export const profileAnimals = call({
  name: 'profileAnimals',
  context: 'adoption',
  summary: 'Animals of a profile, adopted ones too, newest first',
  method: 'GET',
  path: '/api/adopt/profile/{nickname}',
  who: 'optional',
  params: z.object({ nickname: profileKey }),
  query: pageQuery,
  answer: z.array(adoptionPost),
  pageSize: LIST_PAGE_SIZE,
  errors: ['PROFILE_NOT_FOUND'],
});

export const markAdopted = call({
  name: 'markAdopted',
  context: 'adoption',
  summary: 'Says that an animal has found a home, for good',
  method: 'PUT',
  path: '/api/adopt/adopted/{id}',
  who: 'user',
  condition: 'its owner',
  params,
  answer: adoptionPost,
  errors: ['ADOPTION_NOT_FOUND', 'NOT_THE_OWNER', 'ALREADY_ADOPTED', 'TAKEN_DOWN'],
});

export const deleteAdoption = call({
  name: 'deleteAdoption',
  context: 'adoption',
  summary: 'Takes an animal away, with its picture',
  method: 'DELETE',
  path: '/api/adopt/delete/{id}',
  who: 'user',
  condition: 'its owner',
  params,
  answer: done,
  errors: ['ADOPTION_NOT_FOUND', 'NOT_THE_OWNER'],
});
