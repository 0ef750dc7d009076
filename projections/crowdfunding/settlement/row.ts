import type { Position } from '../../../domain/kernel/event.ts';
import type { Instant } from '../../../domain/kernel/ids.ts';
import type { CrowdfundingSettlement } from '../../../domain/settlement/settlement.ts';

/** A campaign's row in the settlement tables. Its columns have other names than the fields of the settlement. */
export type SettlementRow = Omit<
  CrowdfundingSettlement,
  'endPosition' | 'endedAt' | 'expiresAt' | 'nextExpiryAnnouncementAt'
> & {
  readonly decided: Position | null;
  readonly ended: Instant | null;
  readonly expires: Instant | null;
  readonly notice: Instant | null;
};

/** Maps a row to a settlement. */
export const toCrowdfundingSettlement = ({
  decided,
  ended,
  expires,
  notice,
  ...row
}: SettlementRow): CrowdfundingSettlement => ({
  ...row,
  endPosition: decided,
  endedAt: ended,
  expiresAt: expires,
  nextExpiryAnnouncementAt: notice,
});
