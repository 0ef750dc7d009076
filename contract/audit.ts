import { z } from 'zod';
import { STAFF_ACTIONS, TARGET_KINDS } from '../domain/effects/staff-actions.ts';
import { MAX_AUDIT_RESULTS, OVERVIEW_WEEKS } from '../domain/ledger/rules.ts';
import { adjustment, suspenseItem } from './adjustments.ts';
import { defineCall } from './call.ts';
import { ledgerEndpoints } from './endpoints/ledger.ts';
import { coins, count, failWith, failWithNotFound, id, instant, pageQuery, searchText } from './fields.ts';
import { actor, entryFilter, entryType, isInOrder, isLedgerAccount, journalEntry } from './ledger.ts';
import { staff } from './moderation.ts';
import { ledgerAccountNotFound, periodReversed, searchTooLong, unknownExportFormat } from './problems.ts';

/** Maximum number of problems listed per kind. `count` also includes problems that are not listed. */
export const MAX_PROBLEMS_LISTED = 20;

/** Export formats for postings, with their media types. */
export const EXPORT_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  beancount: 'text/plain',
} as const;

export const exportEntries = defineCall({
  ...ledgerEndpoints.exportEntries,
  summary: 'Downloads the postings of all matching entries, oldest first',
  audience: staff,
  query: entryFilter
    .extend({ format: z.enum(['csv', 'ndjson', 'beancount'], failWith(unknownExportFormat)).default('csv') })
    .refine(isInOrder, failWith(periodReversed)),
  response: z.string(),
  streamedTypes: Object.values(EXPORT_TYPES),
  errors: ['PROFILE_NOT_FOUND', 'CROWDFUNDING_NOT_FOUND'],
});

/** A line of an account statement. `balance` is the balance after this line, positive on the account's normal side. */
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
/** A line of an account statement, in a response. Amounts are in coins. */
export type StatementLine = z.output<typeof statementLine>;

export const accountStatement = defineCall({
  ...ledgerEndpoints.accountStatement,
  summary: 'Lists the postings of one ledger account, newest first',
  audience: staff,
  params: z.object({
    account: z.string().refine(isLedgerAccount, failWithNotFound(ledgerAccountNotFound)),
  }),
  query: pageQuery,
  response: z
    .object({
      account: z.string(),
      name: z.string().nullable(),
      balance: coins,
      lines: z.array(statementLine),
    })
    .meta({ id: 'AccountStatement' }),
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** A staff action. `name` is the target's current nickname or title, or null if the target no longer exists. */
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
/** A staff action in a response. */
export type StaffAction = z.output<typeof staffAction>;

export const staffActions = defineCall({
  ...ledgerEndpoints.staffActions,
  summary: 'Lists actions of staff, newest first',
  audience: staff,
  query: pageQuery,
  response: z.array(staffAction),
});

const listWithTotal = <Item extends z.ZodType>(item: Item) => z.object({ count, items: z.array(item) });
const listWithCoinTotal = <Item extends z.ZodType>(item: Item) =>
  listWithTotal(item).extend({ total: coins });

/** Inconsistencies in the journal, and items waiting for staff. */
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
    uncredited: listWithTotal(z.object({ id: z.string(), amount: coins, since: instant })).meta({
      description: 'Payments whose webhook arrived more than a minute ago and that are not in the journal.',
    }),
    suspense: listWithCoinTotal(suspenseItem),
    receivables: listWithCoinTotal(
      z.object({ profile: z.object({ id, nickname: z.string() }), amount: coins }),
    ),
    adjustments: listWithTotal(adjustment),
  })
  .meta({ id: 'AuditProblems' });
/** Inconsistencies in the journal and items that wait for staff, in a response. */
export type AuditProblems = z.output<typeof problems>;

export const auditProblems = defineCall({
  ...ledgerEndpoints.auditProblems,
  summary: `Lists problems of the books and items that need attention; at most ${MAX_PROBLEMS_LISTED} of a kind are listed`,
  audience: staff,
  response: problems,
});

const signedCoins = z.int();

/** Total coins on the platform, at one position in the journal. */
export const overview = z
  .object({
    position: count,
    inWallets: coins.meta({ description: 'Balance of all wallets.' }),
    inEscrow: coins.meta({ description: 'Coins that campaigns hold.' }),
    inCirculation: coins.meta({ description: '`inWallets` + `inEscrow`.' }),
    waitingForRefund: coins.meta({ description: 'Coins in escrow of cancelled campaigns.' }),
    atProvider: signedCoins.meta({ description: 'Balance of `stripe:clearing`, before fees.' }),
    weeks: z
      .array(z.object({ week: z.iso.date(), bought: coins, donated: coins }))
      .length(OVERVIEW_WEEKS)
      .meta({ description: 'Weeks by their Monday in UTC, oldest first, including the current one.' }),
  })
  .meta({ id: 'AuditOverview' });
/** Totals of all coins and the coins bought and donated by week, in a response. */
export type AuditOverview = z.output<typeof overview>;

export const auditOverview = defineCall({
  ...ledgerEndpoints.auditOverview,
  summary: 'Returns where all coins are, and how many were bought and donated per week',
  audience: staff,
  response: overview,
});

/** Results of an audit search. */
export const auditResults = z
  .object({
    profiles: z.array(z.object({ id, nickname: z.string(), profileName: z.string() })),
    crowdfundings: z.array(z.object({ id, title: z.string() })),
    entries: z
      .array(journalEntry)
      .meta({ description: 'The entry of a receipt number, or all entries of a payment.' }),
  })
  .meta({ id: 'AuditResults' });
/** Results of an audit search, in a response. */
export type AuditResults = z.output<typeof auditResults>;

export const searchAudit = defineCall({
  ...ledgerEndpoints.searchAudit,
  summary: `Finds people and campaigns by name, and entries by receipt number, payment id or id; at most ${MAX_AUDIT_RESULTS} of a kind`,
  audience: staff,
  query: z.object({ q: searchText(searchTooLong).default('') }),
  response: auditResults,
});
