import { z } from 'zod';
import { crowdfundingNotFound } from '../domain/crowdfunding/rules.ts';
import { isUuid } from '../domain/kernel/ids.ts';
import { ENTRY_TYPES } from '../domain/ledger/rules.ts';
import { profileKey } from './accounts.ts';
import { defineCall } from './call.ts';
import { crowdfunding, donation } from './crowdfunding.ts';
import { ledgerEndpoints } from './endpoints/ledger.ts';
import { coins, count, failWith, id, idParameter, instant, pageQuery, searchText } from './fields.ts';
import { staff } from './moderation.ts';
import {
  accountFilterTooLong,
  instantAndPosition,
  invalidInstant,
  periodReversed,
  positionNotWhole,
  unknownEntryType,
  unknownLedgerAccount,
} from './problems.ts';

/** Type of a journal entry. */
export const entryType = z.enum(ENTRY_TYPES, failWith(unknownEntryType));

const name = z
  .string()
  .nullable()
  .meta({ description: 'A person’s nickname or a campaign’s title; null where there is none.' });

/** A debit or credit on one ledger account. `name` is the name of the account's owner. */
export const posting = z.object({ account: z.string(), name, debit: coins, credit: coins });

/** Who caused an event. */
export const actor = z.object({ kind: z.enum(['account', 'staff', 'system', 'operator']), id: z.string() });

const person = z.object({ id, name });

/** A journal entry. Its total debits equal its total credits. `reverses` is the id of the entry that it reverses. */
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
    crowdfunding: z
      .object({ id, status: z.string() })
      .nullable()
      .meta({ description: 'The campaign whose coins moved, with its current status.' }),
    agreement: z
      .object({ proposedBy: person, approvedBy: person, reason: z.string().nullable() })
      .nullable()
      .meta({ description: 'Who proposed and who approved an adjustment, and the reason for the proposal.' }),
    postings: z.array(posting),
  })
  .meta({ id: 'JournalEntry' });
/** A journal entry in a response. Amounts are in coins. */
export type JournalEntry = z.output<typeof journalEntry>;

/** An instant, or a day, which means midnight UTC. */
const filterInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], failWith(invalidInstant))
  .transform((text) => new Date(text).toISOString());

const logPosition = z
  .string(failWith(positionNotWhole))
  .regex(/^\d{1,15}$/, failWith(positionNotWhole))
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

export const trialBalance = defineCall({
  ...ledgerEndpoints.trialBalance,
  summary: 'Returns the trial balance: debits and credits of every ledger account, now or in the past',
  audience: staff,
  query: z
    .object({
      at: filterInstant.optional().meta({ description: 'Includes entries dated up to this instant.' }),
      position: logPosition.optional().meta({ description: 'Includes entries up to this log position.' }),
    })
    .refine(({ at, position }) => at === undefined || position === undefined, failWith(instantAndPosition)),
  response: z
    .object({
      position: count,
      balanced: z.boolean(),
      totalDebit: coins,
      totalCredit: coins,
      accounts: z.array(posting.extend({ balance: coins })),
    })
    .meta({ id: 'TrialBalance' }),
});

const ACCOUNT_PATTERN =
  /^(?:stripe:clearing|suspense|chargeback-loss|adjustment|(?:wallet|receivable|escrow):(.+))$/;

/** Returns whether a text is the name of a ledger account. The account may have no entries. */
export const isLedgerAccount = (name: string): boolean => {
  const [matched, owner] = ACCOUNT_PATTERN.exec(name) ?? [];
  return matched !== undefined && (owner === undefined || isUuid(owner));
};

/** Filter for journal entries. `from` is inclusive, `to` is exclusive. */
export const entryFilter = z.object({
  account: searchText(accountFilterTooLong)
    .toLowerCase()
    .refine(isLedgerAccount, failWith(unknownLedgerAccount))
    .optional()
    .meta({ description: 'As in `wallet:…` or `suspense`.' }),
  type: entryType.optional(),
  crowdfunding: idParameter(crowdfundingNotFound).optional(),
  profile: profileKey.optional().meta({ description: 'An id or a nickname.' }),
  from: filterInstant.optional(),
  to: filterInstant.optional(),
});
/** Validated filter for journal entries. An omitted field matches every entry. */
export type EntryFilter = z.output<typeof entryFilter>;

/** Returns whether the start of a filter's period is not after its end. */
export const isInOrder = ({ from, to }: Pick<EntryFilter, 'from' | 'to'>): boolean =>
  from === undefined || to === undefined || from <= to;

export const journalEntries = defineCall({
  ...ledgerEndpoints.journalEntries,
  summary:
    'Lists journal entries, newest first; `from` is inclusive, `to` exclusive; a day means midnight UTC',
  audience: staff,
  query: pageQuery.extend(entryFilter.shape).refine(isInOrder, failWith(periodReversed)),
  response: z.array(journalEntry),
  errors: ['PROFILE_NOT_FOUND', 'CROWDFUNDING_NOT_FOUND'],
});

export const auditedCrowdfunding = defineCall({
  ...ledgerEndpoints.auditedCrowdfunding,
  summary: 'Returns the statement of a campaign: donated = refunded + released + held',
  audience: staff,
  params: z.object({ id: idParameter(crowdfundingNotFound) }),
  query: pageQuery,
  response: z
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
  errors: ['CROWDFUNDING_NOT_FOUND'],
});
