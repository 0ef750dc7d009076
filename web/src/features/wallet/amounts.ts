import { formatNumber, i18n } from '../../i18n/index.ts';

/** Formats a coin amount, as in '1,250 coins'. */
export const formatCoins = (coins: number): string =>
  i18n.t('wallet:coins', { count: coins, shown: formatNumber(coins) });
