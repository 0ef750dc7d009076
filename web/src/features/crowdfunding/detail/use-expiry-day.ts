import { expiryOf } from '../../../../../api/contract/rules.ts';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { formatDay } from '../../../i18n/index.ts';
import { useHasPassed } from './use-has-passed.ts';

/** The day on which the donations of an active campaign are refunded, once its time is over; null before. */
export function useExpiryDay({ status, endDate }: Pick<Campaign, 'status' | 'endDate'>): string | null {
  const over = useHasPassed(endDate);
  return over && status === 'ACTIVE' && endDate !== null ? formatDay(expiryOf(endDate)) : null;
}
