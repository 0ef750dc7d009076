import type { Transaction } from '../../../../api/contract/wallet.ts';

type Direction = Transaction['direction'];

const WORDS: Readonly<Record<Transaction['type'], string | Readonly<Record<Direction, string>>>> = {
  PURCHASE: 'Coins bought',
  DONATION: 'Donation',
  REFUND: 'Donation given back',
  CROWDFUNDING: 'Raised by your campaign',
  ADJUSTMENT: { IN: 'Correction in your favour', OUT: 'Correction by the staff' },
  PROVIDER_REFUND: { IN: 'Card refund that failed', OUT: 'Refunded to your card' },
  CHARGEBACK: 'Taken back by your bank',
  CHARGEBACK_REVERSED: 'Returned by your bank',
};

/** What a movement of a wallet was, in plain words. */
export function wordsOf({ type, direction }: Pick<Transaction, 'type' | 'direction'>): string {
  const words = WORDS[type];
  return typeof words === 'string' ? words : words[direction];
}
