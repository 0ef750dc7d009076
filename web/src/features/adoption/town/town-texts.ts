import type { Town } from '../../../../../contract/rules/adoption.ts';
import { getCurrentLanguage } from '../../../i18n/index.ts';

const formatCountry = (code: string): string =>
  new Intl.DisplayNames(getCurrentLanguage(), { type: 'region' }).of(code) ?? code;

/** Formats a town with its region and country, as in `Girona, Catalonia, Spain`. */
export const formatTownInFull = ({ name, region, country }: Town): string =>
  [name, region, formatCountry(country)].filter((part, i, parts) => part && part !== parts[i - 1]).join(', ');

/** Formats a town with its country, as in `Girona, Spain`. */
export const formatTown = ({ name, country }: Town): string => `${name}, ${formatCountry(country)}`;
