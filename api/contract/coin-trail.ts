import { z } from 'zod';
import { missingCrowdfunding } from '../../domain/crowdfunding/rules.ts';
import { TRAIL_PAGE_SIZE } from '../../domain/ledger/coin-trail.ts';
import { call } from './call.ts';
import { coins, count, id, idOf, instant, pageQuery } from './fields.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const params = z.object({ id: idOf(missingCrowdfunding) });

const NOT_A_SEQUENCE = 'The place in the trail must be a whole number, 0 or more.';

/** Sequence number of a line. */
const sequence = z
  .string({ error: NOT_A_SEQUENCE })
  .regex(/^\d{1,15}$/, { error: NOT_A_SEQUENCE })
  .transform(Number)
  .meta({
    type: 'integer',
    minimum: 0,
    description: 'Returns the lines behind this one; it wins over `cursor` and `page`.',
  });

const trailLink = z.object({
  sequence: count,
  kind: z.enum(['DONATION', 'REFUND', 'RELEASE']),
  id,
  donationId: id.nullable(),
  timestamp: instant,
  amount: coins.positive(),
  total: coins,
  donor: z.object({ profileName: z.string(), nickname: z.string() }).nullable(),
  previousHash: sha256,
  hash: sha256,
});

/** A stretch of what happened to a campaign's coins, with how many lines there are, what is held, and the last hash. */
export const coinTrail = z
  .object({ crowdfundingId: id, items: z.array(trailLink), lines: count, held: coins, head: sha256 })
  .meta({ id: 'CoinTrail' });
export type CoinTrail = z.output<typeof coinTrail>;

export const getCoinTrail = call({
  name: 'getCoinTrail',
  context: 'crowdfunding',
  summary:
    'Where the coins of a campaign went, oldest first: a chain of hashes that anyone can compute again',
  method: 'GET',
  path: '/api/crowdfunding/{id}/coins',
  who: 'optional',
  params,
  query: pageQuery.extend({ after: sequence.optional() }),
  answer: coinTrail,
  pageSize: TRAIL_PAGE_SIZE,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});

/** How far the coins of an ended campaign are on their way. */
export const settlementProgress = z
  .object({
    kind: z
      .enum(['NONE', 'REFUND', 'RELEASE'])
      .meta({ description: 'NONE while nobody ended the campaign.' }),
    total: count.meta({ description: 'Refunds that are due, or 1 for a release.' }),
    done: count,
    coinsTotal: coins,
    coinsDone: coins,
    held: coins,
    finished: z.boolean(),
    endedAt: instant.nullable(),
  })
  .meta({ id: 'SettlementProgress' });
export type SettlementProgress = z.output<typeof settlementProgress>;

export const getSettlement = call({
  name: 'getSettlement',
  context: 'crowdfunding',
  summary: 'How far the refunds or the release of an ended campaign are',
  method: 'GET',
  path: '/api/crowdfunding/{id}/settlement',
  who: 'optional',
  params,
  answer: settlementProgress,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});
