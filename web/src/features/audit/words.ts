import type { StaffAction } from '../../api/audit.ts';

/** Types of entries, as they are offered and shown. */
export const ENTRY_TYPES = {
  PURCHASE: 'Purchase',
  DONATION: 'Donation',
  REFUND: 'Refund',
  RELEASE: 'Release',
  ADJUSTMENT: 'Adjustment',
  PROVIDER_REFUND: 'Refund by the provider',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_REVERSED: 'Chargeback reversed',
  SUSPENSE: 'Suspense',
  WRITE_OFF: 'Write-off',
} as const;

/** What staff did. */
export const ACTIONS: Readonly<Record<StaffAction['action'], string>> = {
  STAFF_GRANTED: 'Staff role granted',
  STAFF_REVOKED: 'Staff role revoked',
  ORGANIZATION_APPROVED: 'Organization approved',
  ORGANIZATION_DECLINED: 'Organization declined',
  PROFILE_BANNED: 'Profile banned',
  PROFILE_REACTIVATED: 'Profile reactivated',
  PROFILE_ERASED: 'Account erased',
  POST_DELETED: 'Post deleted',
  CROWDFUNDING_APPROVED: 'Crowdfunding approved',
  CROWDFUNDING_DECLINED: 'Crowdfunding declined',
  REPORTS_RESOLVED: 'Reports resolved',
  REPORTS_DISMISSED: 'Reports dismissed',
  ADJUSTMENT_PROPOSED: 'Adjustment asked for',
  ADJUSTMENT_APPROVED: 'Adjustment approved',
  ADJUSTMENT_DECLINED: 'Adjustment declined',
  WRITE_OFF_APPROVED: 'Write-off approved',
  PAYMENT_IDENTIFIED: 'Payment identified',
};

const whole = new Intl.NumberFormat('en');

/** Coins with their thousands apart. */
export const grouped = (coins: number): string => whole.format(coins);

/** An instant as auditors write it: '2026-11-21 09:30:00' of UTC. */
export const utcText = (instant: string): string => instant.slice(0, 19).replace('T', ' ');
