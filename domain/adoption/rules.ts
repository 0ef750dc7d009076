import { codePoints, FORBIDDEN_CHARACTERS, hasForbiddenCharacters } from '../kernel/text.ts';

/** What is said of an animal that is not there, or not any more. */
export const missingAdoption = { code: 'ADOPTION_NOT_FOUND', message: 'The animal does not exist.' } as const;

/** Kinds of animals, as the product names them. */
export const ANIMAL_TYPES = [
  'DOG',
  'CAT',
  'BIRD',
  'FISH',
  'REPTILE',
  'SMALL_MAMMAL',
  'AMPHIBIAN',
  'INVERTEBRATE',
  'CATTLE',
] as const;
export type AnimalType = (typeof ANIMAL_TYPES)[number];

export const ANIMAL_SEXES = ['M', 'F'] as const;
export type AnimalSex = (typeof ANIMAL_SEXES)[number];

/** Youngest and oldest age in years. */
export const ANIMAL_AGE_MINIMUM = 0;
export const ANIMAL_AGE_MAXIMUM = 100;

/** Most characters of an animal's name and of its breed. */
export const ANIMAL_NAME_LIMIT = 50;
export const ANIMAL_BREED_LIMIT = 50;

/** Most characters of the address where an animal is. */
export const ADOPTION_ADDRESS_LIMIT = 150;

/** Most characters of a description. */
export const ADOPTION_DESCRIPTION_LIMIT = 300;

/** What the form holds at first. */
export const ADOPTION_DEFAULTS = {
  type: 'DOG',
  sex: 'M',
  age: 5,
  vaccinated: true,
  sterilized: true,
} as const;

/** The sentence for a form with an empty field. */
export const ADOPTION_MANDATORY = 'All fields to create an adoption is mandatory.';

/** What somebody who offers an animal fills in; texts are cleaned. */
export interface AdoptionForm {
  readonly name: string;
  readonly type: AnimalType;
  readonly breed: string;
  readonly age: number;
  readonly sex: AnimalSex;
  readonly description: string;
  readonly address: string;
  readonly vaccinated: boolean;
  readonly sterilized: boolean;
}

type TextRule = (text: string) => string | null;

/** The rule of a text that has to be there: how it is named in a sentence, and how long it may be. */
const requiredText =
  (name: string, limit: number, multiline = false): TextRule =>
  (text) => {
    if (text === '') return ADOPTION_MANDATORY;
    if (codePoints(text) > limit) return `The ${name} cannot exceed ${limit} characters.`;
    return hasForbiddenCharacters(text, { multiline }) ? FORBIDDEN_CHARACTERS : null;
  };

/** The sentence of the first check that an animal's name fails, or null. */
export const animalNameProblem = requiredText('name', ANIMAL_NAME_LIMIT);

/** The sentence of the first check that a breed fails, or null. */
export const animalBreedProblem = requiredText('breed', ANIMAL_BREED_LIMIT);

/** The sentence of the first check that an address fails, or null. */
export const adoptionAddressProblem = requiredText('address', ADOPTION_ADDRESS_LIMIT);

/** The sentence of the first check that a description fails, or null. */
export const adoptionDescriptionProblem = requiredText('description', ADOPTION_DESCRIPTION_LIMIT, true);

/** The sentence for an age, in years, that is out of range or not whole, or null. */
export const animalAgeProblem = (age: number): string | null =>
  Number.isInteger(age) && age >= ANIMAL_AGE_MINIMUM && age <= ANIMAL_AGE_MAXIMUM
    ? null
    : `The age must be between ${ANIMAL_AGE_MINIMUM} and ${ANIMAL_AGE_MAXIMUM} years.`;

/** The sentence of the first check that an adoption's form fails, or null. An empty field comes before all else. */
export function adoptionProblem({ name, breed, age, description, address }: AdoptionForm): string | null {
  if ([name, breed, description, address].includes('')) return ADOPTION_MANDATORY;
  return (
    animalNameProblem(name) ??
    animalBreedProblem(breed) ??
    animalAgeProblem(age) ??
    adoptionDescriptionProblem(description) ??
    adoptionAddressProblem(address)
  );
}
