import { defineProblem, type Problem, type Rule } from '../kernel/problem.ts';
import { createTextRule } from '../kernel/text-rule.ts';
import type { Town } from '../kernel/town.ts';

export const adoptionNotFound = defineProblem('ADOPTION_NOT_FOUND', 'The animal does not exist.');
export const notTheOwner = defineProblem('NOT_THE_OWNER', 'Only the owner of the animal can do this.');
export const alreadyAdopted = defineProblem('ALREADY_ADOPTED', 'The animal has been adopted already.');
export const takenDown = defineProblem(
  'TAKEN_DOWN',
  'Staff have taken it down. It can only be deleted until they restore it.',
);

/** Kinds of animals, named as in the specification. */
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
/** Kind of an animal, as named in the specification. */
export type AnimalType = (typeof ANIMAL_TYPES)[number];

export const ANIMAL_SEXES = ['M', 'F'] as const;
/** Sex of an animal: male (`M`) or female (`F`). */
export type AnimalSex = (typeof ANIMAL_SEXES)[number];

/** Minimum and maximum age of an animal, in years. */
export const MIN_ANIMAL_AGE = 0;
export const MAX_ANIMAL_AGE = 100;

/** Maximum length of an animal's name or breed, in characters. */
export const ANIMAL_NAME_LIMIT = 50;
export const ANIMAL_BREED_LIMIT = 50;

/** Maximum address length, in characters. */
export const ADOPTION_ADDRESS_LIMIT = 150;

/** Maximum description length, in characters. */
export const ADOPTION_DESCRIPTION_LIMIT = 300;

/** Default values in the form for offering an animal. */
export const ADOPTION_DEFAULTS = {
  type: 'DOG',
  sex: 'M',
  age: 5,
  vaccinated: true,
  sterilized: true,
} as const;

export const adoptionIncomplete = defineProblem(
  'ADOPTION_INCOMPLETE',
  'All fields to create an adoption is mandatory.',
);
export const animalNameTooLong = defineProblem(
  'ANIMAL_NAME_TOO_LONG',
  'The name cannot exceed {limit} characters.',
  { limit: ANIMAL_NAME_LIMIT },
);
export const animalBreedTooLong = defineProblem(
  'ANIMAL_BREED_TOO_LONG',
  'The breed cannot exceed {limit} characters.',
  { limit: ANIMAL_BREED_LIMIT },
);
export const adoptionAddressTooLong = defineProblem(
  'ADOPTION_ADDRESS_TOO_LONG',
  'The address cannot exceed {limit} characters.',
  { limit: ADOPTION_ADDRESS_LIMIT },
);
export const unknownTown = defineProblem('UNKNOWN_TOWN', 'There is no such town in the list.');
export const adoptionDescriptionTooLong = defineProblem(
  'ADOPTION_DESCRIPTION_TOO_LONG',
  'The description cannot exceed {limit} characters.',
  { limit: ADOPTION_DESCRIPTION_LIMIT },
);
export const animalAgeOutOfRange = defineProblem(
  'ANIMAL_AGE_OUT_OF_RANGE',
  'The age must be between {least} and {most} years.',
  { least: MIN_ANIMAL_AGE, most: MAX_ANIMAL_AGE },
);

/** Input of the form for offering an animal. Texts are normalized by `cleanText`. */
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
  /** Town used for search by distance; null or undefined if the owner selected none. */
  readonly town?: Town | null | undefined;
}

export const checkAnimalName = createTextRule(animalNameTooLong, { empty: adoptionIncomplete });
export const checkAnimalBreed = createTextRule(animalBreedTooLong, { empty: adoptionIncomplete });
export const checkAdoptionAddress = createTextRule(adoptionAddressTooLong, { empty: adoptionIncomplete });
export const checkAdoptionDescription = createTextRule(adoptionDescriptionTooLong, {
  empty: adoptionIncomplete,
  multiline: true,
});

/** Checks an animal's age in years. */
export const checkAnimalAge: Rule<number> = (age) =>
  Number.isInteger(age) && age >= MIN_ANIMAL_AGE && age <= MAX_ANIMAL_AGE ? null : animalAgeOutOfRange;

/** Checks the form for offering an animal. Empty fields are reported first. */
export function checkAdoptionForm({ name, breed, age, description, address }: AdoptionForm): Problem | null {
  if ([name, breed, description, address].includes('')) return adoptionIncomplete;
  return (
    checkAnimalName(name) ??
    checkAnimalBreed(breed) ??
    checkAnimalAge(age) ??
    checkAdoptionDescription(description) ??
    checkAdoptionAddress(address)
  );
}

/** Maximum number of saved searches per account. */
export const MAX_SAVED_SEARCHES = 20;

/** Maximum length of a saved search's name, in characters. */
export const SEARCH_NAME_LIMIT = 60;

export const searchNotFound = defineProblem('SEARCH_NOT_FOUND', 'The saved search does not exist.');
export const searchNameMissing = defineProblem('SEARCH_NAME_MISSING', 'Enter a name for the search.');
export const searchNameTooLong = defineProblem(
  'SEARCH_NAME_TOO_LONG',
  'The name of a search cannot exceed {limit} characters.',
  { limit: SEARCH_NAME_LIMIT },
);
export const searchWithoutFilter = defineProblem(
  'SEARCH_WITHOUT_FILTER',
  'Choose a filter first, or a town with a distance.',
);
export const searchAlreadySaved = defineProblem(
  'SEARCH_ALREADY_SAVED',
  'You have already saved a search with these filters.',
);
export const tooManySearches = defineProblem(
  'TOO_MANY_SEARCHES',
  'You cannot save more than {limit} searches. Delete one first.',
  { limit: MAX_SAVED_SEARCHES },
);

/** Filter of a saved search without its town. Null fields and an empty text match every animal. */
export interface SearchFilter {
  readonly type: AnimalType | null;
  readonly sex: AnimalSex | null;
  /** Minimum age in years, inclusive. */
  readonly minAge: number | null;
  readonly maxAge: number | null;
  readonly vaccinated: boolean | null;
  readonly sterilized: boolean | null;
  /** Words that must all occur in the animal's texts. */
  readonly text: string;
  /** Maximum distance from the search's town, in km; null if the town is used only for sorting. */
  readonly withinKm: number | null;
}

/** Checks a saved search's name. */
export const checkSearchName = createTextRule(searchNameTooLong, { empty: searchNameMissing });

/** Checks that a filter excludes at least some animals. */
export const checkSearchFilter: Rule<SearchFilter> = ({ text, ...fields }) =>
  text === '' && Object.values(fields).every((value) => value === null) ? searchWithoutFilter : null;
