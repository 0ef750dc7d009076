import type { AnimalSex, AnimalType, Town } from '../../../../contract/rules/adoption.ts';
import { formatNumber, i18n } from '../../i18n/index.ts';

/** Returns the translated type of an animal, as in `Small Mammal`. */
export const translateAnimalType = (type: AnimalType): string => i18n.t(`shared:animal.types.${type}`);

/** Returns the translated sex of an animal, as in `Female`. */
export const translateAnimalSex = (sex: AnimalSex): string => i18n.t(`shared:animal.sex.${sex}`);

/** Returns the translated age, given in years. */
export const formatAnimalAge = (age: number): string =>
  age === 0 ? i18n.t('shared:animal.underOne') : i18n.t('shared:animal.age', { count: age });

/** Returns the translated distance, as in '12 km away'. */
export const formatDistance = (km: number): string =>
  km < 1
    ? i18n.t('shared:animal.nextDoor')
    : i18n.t('shared:animal.distance', { km: formatNumber(Math.round(km)) });

/** Returns an animal's address, followed by its town unless the address contains the town's name. */
export const formatPlace = (address: string, town: Town | null | undefined): string =>
  !town || address.toLocaleLowerCase().includes(town.name.toLocaleLowerCase())
    ? address
    : [address, town.name].filter(Boolean).join(', ');
