import type { AnimalSex, AnimalType } from '../../../../contract/rules/adoption.ts';
import { i18n } from '../../i18n/index.ts';

/** Returns the translated type of an animal, as in `Small Mammal`. */
export const translateAnimalType = (type: AnimalType): string => i18n.t(`shared:animal.types.${type}`);

export const translateAnimalSex = (sex: AnimalSex): string => i18n.t(`shared:animal.sex.${sex}`);

/** Returns the translated age in years. */
export const formatAnimalAge = (age: number): string =>
  age === 0 ? i18n.t('shared:animal.underOne') : i18n.t('shared:animal.age', { count: age });
