import { z } from 'zod';
import { call } from './call.ts';
import { crowdfunding, donation, missingCrowdfunding } from './crowdfunding.ts';
import { coins, count, id, idOf, instant, LIST_PAGE_SIZE, pageQuery } from './fields.ts';
import { staff } from './moderation.ts';

const entryType = z.enum([
  'PURCHASE',
  'DONATION',
  'REFUND',
  'RELEASE',
  'ADJUSTMENT',
  'PROVIDER_REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'SUSPENSE',
  'WRITE_OFF',
]);

const posting = z.object({ account: z.string(), debit: coins, credit: coins });

/** An entry of the journal. Its debits equal its credits; one that takes another back names it. */
export const journalEntry = z
  .object({
    id,
    position: count,
    type: entryType,
    dateTime: instant,
    eventId: id,
    streamId: z.string(),
    correlationId: id,
    actor: z.object({ kind: z.enum(['account', 'staff', 'system', 'operator']), id: z.string() }),
    reason: z.string().nullable(),
    reverses: id.nullable(),
    postings: z.array(posting),
  })
  .meta({ id: 'JournalEntry' });

export const trialBalance = call({
  name: 'trialBalance',
  context: 'ledger',
  summary: 'What was debited and credited to every account of the books',
  method: 'GET',
  path: '/api/dashboard/audit/trial-balance',
  who: staff,
  answer: z
    .object({
      position: count,
      balanced: z.boolean(),
      totalDebit: coins,
      totalCredit: coins,
      accounts: z.array(posting.extend({ balance: coins })),
    })
    .meta({ id: 'TrialBalance' }),
});

const filterInstant = z.iso
  .datetime({ offset: true, error: 'The time must be an ISO 8601 instant.' })
  .transform((text) => new Date(text).toISOString())
  .meta({ format: 'date-time' });

export const journalEntries = call({
  name: 'journalEntries',
  context: 'ledger',
  summary: 'Entries of the journal, newest first; `from` is included, `to` is not',
  method: 'GET',
  path: '/api/dashboard/audit/entries',
  who: staff,
  query: pageQuery.extend({
    account: z.string().max(100).optional().meta({ description: 'As in `wallet:…` or `suspense`.' }),
    type: entryType.optional(),
    crowdfunding: idOf(missingCrowdfunding).optional(),
    profile: z.string().max(100).optional().meta({ description: 'An id or a nickname.' }),
    from: filterInstant.optional(),
    to: filterInstant.optional(),
  }),
  answer: z.array(journalEntry),
  pageSize: LIST_PAGE_SIZE,
  errors: ['PROFILE_NOT_FOUND', 'CROWDFUNDING_NOT_FOUND'],
});

export const auditedCrowdfunding = call({
  name: 'auditedCrowdfunding',
  context: 'ledger',
  summary: 'What went into a campaign and out of it: donated = refunded + released + held',
  method: 'GET',
  path: '/api/dashboard/audit/crowdfundings/{id}',
  who: staff,
  params: z.object({ id: idOf(missingCrowdfunding) }),
  query: pageQuery,
  answer: z
    .object({
      crowdfunding,
      donated: coins,
      refunded: coins,
      released: coins,
      held: coins,
      donations: z.array(donation.extend({ refund: z.object({ id, timestamp: instant }).nullable() })),
    })
    .meta({ id: 'CrowdfundingStatement' }),
  pageSize: 1000,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});
