import { pluralise } from '../../ui/index.ts';

const wholeNumber = new Intl.NumberFormat('en');

/** An amount of kindracoins with its digits in groups, as in '250,000'. */
export const grouped = (amount: number): string => wholeNumber.format(amount);

/** The same with the unit, as in '1 kindracoin'. */
export const inCoins = (amount: number): string => `${grouped(amount)} ${pluralise('kindracoin', amount)}`;
