import type { AnimalSex, AnimalType } from '../../../../api/contract/rules.ts';
import { i18n } from '../../i18n/index.ts';

/** A type of animal for people, as in `Small Mammal`. */
export const typeInWords = (type: AnimalType): string => i18n.t(`shared:animal.types.${type}`);

export const sexInWords = (sex: AnimalSex): string => i18n.t(`shared:animal.sex.${sex}`);

/** An age in years for people. */
export const ageInWords = (age: number): string =>
  age === 0 ? i18n.t('shared:animal.underOne') : i18n.t('shared:animal.age', { count: age });
