/** Domain rules for the web client, which does not load the contract's schemas. */
export {
  ADOPTION_ADDRESS_LIMIT,
  ADOPTION_DEFAULTS,
  ADOPTION_DESCRIPTION_LIMIT,
  type AdoptionForm,
  ANIMAL_BREED_LIMIT,
  ANIMAL_NAME_LIMIT,
  ANIMAL_SEXES,
  ANIMAL_TYPES,
  type AnimalSex,
  type AnimalType,
  adoptionIncomplete,
  checkAdoptionForm,
  checkSearchName,
  MAX_ANIMAL_AGE,
  MIN_ANIMAL_AGE,
  SEARCH_NAME_LIMIT,
} from '../../domain/adoption/rules.ts';
export { measureDistance, type Town } from '../../domain/kernel/town.ts';
