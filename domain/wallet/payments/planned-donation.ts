import type { DonationId } from '../../kernel/ids.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import type { WalletState } from '../state.ts';

/** Outcome of a planned donation. If it was refused, with a problem code, the coins stay in the wallet. */
type DonationOutcome = { readonly status: 'made' } | { readonly status: 'refused'; readonly code: string };

/** Returns the outcome of a planned donation, or null if it is still pending. */
export function findDonationOutcome(wallet: WalletState, donationId: DonationId): DonationOutcome | null {
  if (getEntry(wallet.donations, donationId)) return { status: 'made' };
  const code = getEntry(wallet.refusedDonations, donationId);
  return code === undefined ? null : { status: 'refused', code };
}
