import { z } from 'zod';
import { STAFF_ACTIONS, TARGET_KINDS } from '../domain/effects/staff-actions.ts';
import { isUuid } from '../domain/kernel/ids.ts';
import { adjustment, suspenseItem } from './adjustments.ts';
import { call } from './call.ts';
import { ledgerEndpoints } from './endpoints/ledger.ts';
import { coins, count, failsAs, failsAsMissing, id, instant, pageQuery } from './fields.ts';
import { actor, entryFilter, entryType } from './ledger.ts';
import { staff } from './moderation.ts';
import { ledgerAccountNotFound, unknownExportFormat } from './problems.ts';

/** Maximum number of listed problems per kind. `count` includes those that are not listed. */
export const MAX_PROBLEMS_LISTED = 20;

/** Export formats of postings, with their media types. */
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
  ...ledgerEndpoints.exportEntries,
  summary: 'Downloads the postings of all matching entries, oldest first',
  audience: staff,
  query: entryFilter.extend({
    format: z.enum(['csv', 'ndjson', 'beancount'], failsAs(unknownExportFormat)).default('csv'),
  }),
  answer: z.string(),
  streamed: Object.values(EXPORT_TYPES),
  errors: ['PROFILE_NOT_FOUND', 'CROWDFUNDING_NOT_FOUND'],
});

/**
 * A line of an account statement. `balance` is the balance after it, positive on the account's normal side.
 */
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
  ...ledgerEndpoints.accountStatement,
  summary: 'Lists the postings of one ledger account, newest first',
  audience: staff,
  params: z.object({
    account: z.string().refine(isAccount, failsAsMissing(ledgerAccountNotFound)),
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
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** An action of staff. `name` is the current nickname or title, or null when it no longer exists. */
export const staffAction = z
  .object({
    id,
    action: z.enum(STAFF_ACTIONS),
    actor: actor.extend({ name: z.string().nullable() }),
    target: z.object({
      kind: z.enum(TARGET_KINDS),
      id: z.string(),
      name: z.string().nullable(),
    }),
    reason: z.string().nullable(),
    dateTime: instant,
  })
  .meta({ id: 'StaffAction' });
export type StaffAction = z.output<typeof staffAction>;

export const staffActions = call({
  ...ledgerEndpoints.staffActions,
  summary: 'Lists actions of staff, newest first',
  audience: staff,
  query: pageQuery,
  answer: z.array(staffAction),
});

const listWithTotal = <Item extends z.ZodType>(item: Item) => z.object({ count, items: z.array(item) });
const listWithCoinTotal = <Item extends z.ZodType>(item: Item) =>
  listWithTotal(item).extend({ total: coins });

/** Inconsistencies of the journal, and items that await staff. */
export const problems = z
  .object({
    position: count.meta({ description: 'Log position of the journal.' }),
    unbalanced: listWithTotal(
      z.object({ id, position: count, type: entryType, debit: coins, credit: coins }),
    ),
    stuckSettlements: listWithTotal(
      z.object({
        crowdfunding: z.object({ id, title: z.string() }),
        kind: z.enum(['REFUND', 'RELEASE']),
        waiting: count.meta({ description: 'Donations whose coins should have left the escrow.' }),
        amount: coins,
        since: instant,
      }),
    ),
    uncredited: listWithTotal(z.object({ id: z.string(), amount: coins, since: instant })),
    suspense: listWithCoinTotal(suspenseItem),
    receivables: listWithCoinTotal(
      z.object({ profile: z.object({ id, nickname: z.string() }), amount: coins }),
    ),
    adjustments: listWithTotal(adjustment),
  })
  .meta({ id: 'AuditProblems' });
export type AuditProblems = z.output<typeof problems>;

export const auditProblems = call({
  ...ledgerEndpoints.auditProblems,
  summary: `Lists problems of the books and items that need attention; at most ${MAX_PROBLEMS_LISTED} of a kind are listed`,
  audience: staff,
  answer: problems,
});
