import type { Transaction } from '../../../../contract/wallet.ts';
import type { EnglishTexts } from '../../i18n/index.ts';

type Direction = Transaction['direction'];
type Kind = keyof EnglishTexts['wallet']['kinds'];

const TEXT_KEYS: Readonly<Record<Transaction['type'], Kind | Readonly<Record<Direction, Kind>>>> = {
  PURCHASE: 'bought',
  DONATION: 'donation',
  REFUND: 'donationBack',
  CROWDFUNDING: 'raised',
  ADJUSTMENT: { IN: 'correctionIn', OUT: 'correctionOut' },
  PROVIDER_REFUND: { IN: 'cardRefundFailed', OUT: 'cardRefund' },
  CHARGEBACK: 'takenByBank',
  CHARGEBACK_REVERSED: 'returnedByBank',
};

/** Returns the text key that describes a transaction. */
export function getTransactionTextKey({
  type,
  direction,
}: Pick<Transaction, 'type' | 'direction'>): `kinds.${Kind}` {
  const kind = TEXT_KEYS[type];
  return `kinds.${typeof kind === 'string' ? kind : kind[direction]}`;
}
