const wholeNumber = new Intl.NumberFormat('en');

/** Coins of one euro. */
const COINS_OF_EURO = 100;

/** An amount of coins, as in '1,250 coins'. */
export const coinsText = (coins: number): string =>
  `${wholeNumber.format(coins)} ${coins === 1 ? 'coin' : 'coins'}`;

/** What coins cost, as in '12.50 €'; in whole numbers, so that nothing is rounded. */
export function eurosText(coins: number): string {
  const cents = String(coins % COINS_OF_EURO).padStart(2, '0');
  return `${wholeNumber.format(Math.floor(coins / COINS_OF_EURO))}.${cents} €`;
}
