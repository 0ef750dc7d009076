import { z } from 'zod';
import { crowdfundingNotFound } from '../domain/crowdfunding/rules.ts';
import { defineCall } from './call.ts';
import { anonymous } from './crowdfunding.ts';
import { crowdfundingEndpoints } from './endpoints/crowdfunding.ts';
import { coins, count, failWith, id, idParameter, instant, pageQuery, sha256 } from './fields.ts';
import { sequenceNotWhole } from './problems.ts';

const params = z.object({ id: idParameter(crowdfundingNotFound) });

const sequence = z
  .string(failWith(sequenceNotWhole))
  .regex(/^\d{1,15}$/, failWith(sequenceNotWhole))
  .transform(Number)
  .meta({
    type: 'integer',
    minimum: 0,
    description: 'Returns the lines after this one; takes precedence over `cursor` and `page`.',
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
  anonymous,
  previousHash: sha256,
  hash: sha256,
});

/** A page of a campaign's coin trail. Includes the total number of lines, the coins held and the last hash. */
export const coinTrail = z
  .object({ crowdfundingId: id, items: z.array(trailLink), lines: count, held: coins, head: sha256 })
  .meta({ id: 'CoinTrail' });
/** A page of a coin trail, in a response. */
export type CoinTrail = z.output<typeof coinTrail>;

export const getCoinTrail = defineCall({
  ...crowdfundingEndpoints.getCoinTrail,
  summary: 'Lists the coin movements of a campaign, oldest first: a hash chain that anyone can recompute',
  audience: 'optional',
  params,
  query: pageQuery.extend({ after: sequence.optional() }),
  response: coinTrail,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});

/** Progress of refunding or releasing an ended campaign's coins. */
export const settlementProgress = z
  .object({
    kind: z.enum(['NONE', 'REFUND', 'RELEASE']).meta({ description: 'NONE until the campaign ends.' }),
    total: count.meta({ description: 'Refunds that are due, or 1 for a release.' }),
    done: count,
    coinsTotal: coins,
    coinsDone: coins,
    held: coins,
    finished: z.boolean(),
    endedAt: instant.nullable(),
  })
  .meta({ id: 'SettlementProgress' });

export const getSettlement = defineCall({
  ...crowdfundingEndpoints.getSettlement,
  summary: 'Returns the progress of the refunds or the release of an ended campaign',
  audience: 'optional',
  params,
  response: settlementProgress,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});
