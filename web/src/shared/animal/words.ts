import type { AnimalSex } from '../../../../api/contract/rules.ts';
import { pluralise } from '../../ui/index.ts';

/** A type of animal for people: underscored words in title case, as in `Small Mammal`. */
export const typeInWords = (type: string): string =>
  type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');

export const sexInWords = (sex: AnimalSex): string => (sex === 'M' ? 'Male' : 'Female');

/** An age in years for people. */
export const ageInWords = (age: number): string =>
  age === 0 ? 'Under 1 year' : `${age} ${pluralise('year', age)}`;
