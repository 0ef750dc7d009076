import { z } from 'zod';
import { isUuid } from '../../domain/kernel/ids.ts';
import { adjustment, suspenseItem } from './adjustments.ts';
import { call } from './call.ts';
import { coins, count, id, instant, LIST_PAGE_SIZE, type Missing, pageQuery } from './fields.ts';
import { actor, entryFilter, entryType } from './ledger.ts';
import { staff } from './moderation.ts';

/** The answer for an account that the chart of accounts does not know. */
export const missingAccount: Missing = {
  code: 'ACCOUNT_NOT_FOUND',
  message: 'The books have no such account.',
};

/** Lines of a statement on a page. */
export const STATEMENT_PAGE_SIZE = 20;

/** Problems of one kind that are listed; `count` tells of all. */
export const PROBLEMS_LISTED = 20;

/** Forms in which postings are exported, with their media types. */
export const EXPORT_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  beancount: 'text/plain',
} as const;

const ACCOUNT = /^(?:stripe:clearing|suspense|chargeback-loss|adjustment|(?:wallet|receivable|escrow):(.+))$/;

const isAccount = (name: string): boolean => {
  const [matched, owner] = ACCOUNT.exec(name) ?? [];
  return matched !== undefined && (owner === undefined || isUuid(owner));
};

export const exportEntries = call({
  name: 'exportEntries',
  context: 'ledger',
  summary: 'All postings of the entries that fit, oldest first, as a download',
  method: 'GET',
  path: '/api/dashboard/audit/export',
  who: staff,
  query: entryFilter.extend({
    format: z
      .enum(['csv', 'ndjson', 'beancount'], { error: 'The format must be csv, ndjson or beancount.' })
      .default('csv'),
  }),
  answer: z.string(),
  streamed: Object.values(EXPORT_TYPES),
  errors: ['PROFILE_NOT_FOUND', 'CROWDFUNDING_NOT_FOUND'],
});

/** One line of an account's statement, with what the account held after it, on the side on which it grows. */
export const statementLine = z
  .object({
    id,
    position: count,
    type: entryType,
    dateTime: instant,
    debit: coins,
    credit: coins,
    balance: coins,
  })
  .meta({ id: 'StatementLine' });
export type StatementLine = z.output<typeof statementLine>;

export const accountStatement = call({
  name: 'accountStatement',
  context: 'ledger',
  summary: 'What was posted to one account of the books, newest first',
  method: 'GET',
  path: '/api/dashboard/audit/accounts/{account}',
  who: staff,
  params: z.object({
    account: z
      .string()
      .refine(isAccount, { error: missingAccount.message, params: { missing: missingAccount } }),
  }),
  query: pageQuery,
  answer: z
    .object({
      account: z.string(),
      name: z.string().nullable(),
      balance: coins,
      lines: z.array(statementLine),
    })
    .meta({ id: 'AccountStatement' }),
  pageSize: STATEMENT_PAGE_SIZE,
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** What staff and operators do that is recorded. */
export const STAFF_ACTIONS = [
  'STAFF_GRANTED',
  'STAFF_REVOKED',
  'ORGANIZATION_APPROVED',
  'ORGANIZATION_DECLINED',
  'PROFILE_BANNED',
  'PROFILE_REACTIVATED',
  'PROFILE_ERASED',
  'POST_DELETED',
  'POST_TAKEN_DOWN',
  'POST_RESTORED',
  'ANIMAL_TAKEN_DOWN',
  'ANIMAL_RESTORED',
  'CROWDFUNDING_APPROVED',
  'CROWDFUNDING_DECLINED',
  'CROWDFUNDING_CANCELLED',
  'REPORTS_RESOLVED',
  'REPORTS_DISMISSED',
  'ADJUSTMENT_PROPOSED',
  'ADJUSTMENT_APPROVED',
  'ADJUSTMENT_DECLINED',
  'WRITE_OFF_APPROVED',
  'IDENTIFICATION_PROPOSED',
  'IDENTIFICATION_DECLINED',
  'PAYMENT_IDENTIFIED',
  'TEXTS_DISCLOSED',
] as const;

/** Something that staff did. `name` is the nickname or the title, null where there is none any more. */
export const staffAction = z
  .object({
    id,
    action: z.enum(STAFF_ACTIONS),
    actor: actor.extend({ name: z.string().nullable() }),
    target: z.object({
      kind: z.enum(['profile', 'post', 'crowdfunding', 'animal', 'log']),
      id: z.string(),
      name: z.string().nullable(),
    }),
    reason: z.string().nullable(),
    dateTime: instant,
  })
  .meta({ id: 'StaffAction' });
export type StaffAction = z.output<typeof staffAction>;

export const staffActions = call({
  name: 'staffActions',
  context: 'ledger',
  summary: 'What staff did, newest first',
  method: 'GET',
  path: '/api/dashboard/audit/actions',
  who: staff,
  query: pageQuery,
  answer: z.array(staffAction),
  pageSize: LIST_PAGE_SIZE,
});

const listOf = <Item extends z.ZodType>(item: Item) => z.object({ count, items: z.array(item) });
const sumOf = <Item extends z.ZodType>(item: Item) => listOf(item).extend({ total: coins });

/** What is wrong with the books, or waits for somebody. */
export const problems = z
  .object({
    position: count.meta({ description: 'How far the journal has come in the log.' }),
    unbalanced: listOf(z.object({ id, position: count, type: entryType, debit: coins, credit: coins })),
    stuckSettlements: listOf(
      z.object({
        crowdfunding: z.object({ id, title: z.string() }),
        kind: z.enum(['REFUND', 'RELEASE']),
        waiting: count.meta({ description: 'Donations whose coins should have left the escrow.' }),
        amount: coins,
        since: instant,
      }),
    ),
    uncredited: listOf(z.object({ id: z.string(), amount: coins, since: instant })),
    suspense: sumOf(suspenseItem),
    receivables: sumOf(z.object({ profile: z.object({ id, nickname: z.string() }), amount: coins })),
    adjustments: listOf(adjustment),
  })
  .meta({ id: 'AuditProblems' });
export type AuditProblems = z.output<typeof problems>;

export const auditProblems = call({
  name: 'auditProblems',
  context: 'ledger',
  summary: `What is wrong with the books or waits for somebody; at most ${PROBLEMS_LISTED} of a kind are listed`,
  method: 'GET',
  path: '/api/dashboard/audit/problems',
  who: staff,
  answer: problems,
});
