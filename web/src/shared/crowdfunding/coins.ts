import { formatNumber, i18n } from '../../i18n/index.ts';

/** Formats an amount with its unit, as in '1 kindracoin'. */
export const formatKindracoins = (amount: number): string =>
  i18n.t('shared:coins', { count: amount, amount: formatNumber(amount) });
