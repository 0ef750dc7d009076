import { formatNumber, i18n } from '../../i18n/index.ts';

/** An amount of kindracoins with its digits in groups, as in '250,000'. */
export const grouped = formatNumber;

/** The same with the unit, as in '1 kindracoin'. */
export const inCoins = (amount: number): string =>
  i18n.t('shared:coins', { count: amount, amount: grouped(amount) });
