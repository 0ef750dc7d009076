import type { DonationId } from '../../kernel/ids.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import type { WalletState } from '../state.ts';

/** Outcome of a planned donation: the coins moved, or it was refused with a code and they are in the wallet. */
export type DonationOutcome =
  | { readonly status: 'made' }
  | { readonly status: 'refused'; readonly code: string };

/** Returns the outcome of a planned donation; null while its payment is not credited. */
export function findDonationOutcome(wallet: WalletState, donationId: DonationId): DonationOutcome | null {
  if (getEntry(wallet.donations, donationId)) return { status: 'made' };
  const code = getEntry(wallet.refusedDonations, donationId);
  return code === undefined ? null : { status: 'refused', code };
}
