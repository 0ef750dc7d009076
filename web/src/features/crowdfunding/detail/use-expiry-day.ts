import { getExpiryDate } from '../../../../../contract/rules/crowdfunding.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useFormatDay } from '../../../i18n/index.ts';
import { useHasPassed } from './use-has-passed.ts';

/** Returns the day of the automatic refund if an active campaign's end date has passed, otherwise null. */
export function useExpiryDay({ status, endDate }: Pick<Crowdfunding, 'status' | 'endDate'>): string | null {
  const formatDay = useFormatDay();
  const hasEnded = useHasPassed(endDate);
  return hasEnded && status === 'ACTIVE' && endDate !== null ? formatDay(getExpiryDate(endDate)) : null;
}
