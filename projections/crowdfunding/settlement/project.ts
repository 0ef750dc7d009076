import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import {
  CROWDFUNDINGS_TABLE,
  DONATIONS_TABLE,
  settlementChanges,
} from '../../../domain/settlement/settlement.ts';
import type { WalletEvent } from '../../../domain/wallet/events.ts';
import { defineProjection } from '../../engine/definition.ts';

/** Settlement state of each campaign, and the donations that it still holds. */
export const settlementProjection = defineProjection<CrowdfundingEvent | WalletEvent>({
  name: 'settlement',
  version: 2,
  tables: [
    {
      name: CROWDFUNDINGS_TABLE,
      key: ['id'],
      columns: {
        id: 'uuid',
        creator: 'uuid',
        outcome: 'text',
        reason: 'text',
        decided: 'bigint',
        ended: 'timestamptz',
        expires: 'timestamptz',
        notice: 'timestamptz',
        donated: 'bigint',
        donations: 'integer',
        refunded: 'bigint',
        refunds: 'integer',
        released: 'bigint',
      },
      counters: ['donated', 'donations', 'refunded', 'refunds', 'released'],
    },
    {
      name: DONATIONS_TABLE,
      key: ['id'],
      columns: {
        id: 'uuid',
        crowdfunding: 'uuid',
        donor: 'uuid',
        amount: 'bigint',
        position: 'bigint',
        made: 'timestamptz',
      },
    },
  ],
  on: settlementChanges,
});
