import { z } from 'zod';
import { missingCrowdfunding } from '../../domain/crowdfunding/rules.ts';
import { ENTRY_TYPES } from '../../domain/ledger/rules.ts';
import { profileKey } from './accounts.ts';
import { call } from './call.ts';
import { crowdfunding, donation } from './crowdfunding.ts';
import { coins, count, id, idOf, instant, LIST_PAGE_SIZE, pageQuery, soughtText } from './fields.ts';
import { staff } from './moderation.ts';

export const entryType = z.enum(ENTRY_TYPES, { error: 'There is no such type of entry.' });

const name = z
  .string()
  .nullable()
  .meta({ description: 'A person’s nickname or a campaign’s title; null where there is none.' });

/** `name` tells whose the account is. */
export const posting = z.object({ account: z.string(), name, debit: coins, credit: coins });

/** Who did something, as the log tells. */
export const actor = z.object({ kind: z.enum(['account', 'staff', 'system', 'operator']), id: z.string() });

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
    actor: actor.extend({ name }),
    reason: z.string().nullable(),
    reverses: id.nullable(),
    postings: z.array(posting),
  })
  .meta({ id: 'JournalEntry' });
export type JournalEntry = z.output<typeof journalEntry>;

const filterInstant = z.iso
  .datetime({ offset: true, error: 'The time must be an ISO 8601 instant.' })
  .transform((text) => new Date(text).toISOString())
  .meta({ format: 'date-time' });

const logPosition = z
  .string({ error: 'The position must be a whole number.' })
  .regex(/^\d{1,15}$/, { error: 'The position must be a whole number.' })
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

export const trialBalance = call({
  name: 'trialBalance',
  context: 'ledger',
  summary: 'What was debited and credited to every account of the books, now or at a moment of the past',
  method: 'GET',
  path: '/api/dashboard/audit/trial-balance',
  who: staff,
  query: z
    .object({
      at: filterInstant.optional().meta({ description: 'Counts the entries dated until then, inclusively.' }),
      position: logPosition.optional().meta({ description: 'Counts the entries up to there in the log.' }),
    })
    .refine(({ at, position }) => at === undefined || position === undefined, {
      error: 'Give either an instant or a position.',
    }),
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

/** Which entries are meant; `from` is included, `to` is not. */
export const entryFilter = z.object({
  account: soughtText('account', 100).optional().meta({ description: 'As in `wallet:…` or `suspense`.' }),
  type: entryType.optional(),
  crowdfunding: idOf(missingCrowdfunding).optional(),
  profile: profileKey.optional().meta({ description: 'An id or a nickname.' }),
  from: filterInstant.optional(),
  to: filterInstant.optional(),
});
export type EntryFilter = z.output<typeof entryFilter>;

export const journalEntries = call({
  name: 'journalEntries',
  context: 'ledger',
  summary: 'Entries of the journal, newest first; `from` is included, `to` is not',
  method: 'GET',
  path: '/api/dashboard/audit/entries',
  who: staff,
  query: pageQuery.extend(entryFilter.shape),
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
      donors: count.meta({ description: 'Accounts whose donations were not refunded.' }),
      donations: z.array(donation.extend({ refund: z.object({ id, timestamp: instant }).nullable() })),
    })
    .meta({ id: 'CrowdfundingStatement' }),
  pageSize: 1000,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});
