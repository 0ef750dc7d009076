import * as audit from '../../contract/audit.ts';
import * as contract from '../../contract/ledger.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import { missingCrowdfunding } from '../../domain/crowdfunding/rules.ts';
import type { LedgerAccount } from '../../domain/ledger/accounts.ts';
import { formatEntries } from '../../domain/ledger/export/format.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import { crowdfundingStatement } from '../../projections/crowdfunding/donations/query.ts';
import * as balances from '../../projections/ledger/balances/query.ts';
import * as journal from '../../projections/ledger/journal/query.ts';
import { nameOf, namesOf, ownerOf } from '../../projections/ledger/names/query.ts';
import { actionsPage } from '../../projections/moderation/actions/query.ts';
import type { Caller } from '../http/caller.ts';
import { missing } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { downloadOf } from './download.ts';
import { problemsOf } from './problems.ts';

/** Audit routes of the journal, for staff. */
export const ledgerRoutes = (system: ApiSystem): readonly AnyRoute[] => {
  const { pool, clock } = system;

  async function filterOf(caller: Caller, asked: contract.EntryFilter): Promise<journal.EntryFilter> {
    const { account, type, crowdfunding, profile, from, to } = asked;
    const owner = profile === undefined ? undefined : await profileByKey(pool, caller, profile);
    if (owner === null) throw missing(missingProfile);
    return { account, type, crowdfundingId: crowdfunding, accountId: owner?.id, from, to };
  }

  return [
    route(contract.trialBalance, async (request) => {
      const { accounts, ...sums } = await balances.trialBalance(pool, request.query);
      const names = await namesOf(
        pool,
        accounts.map(({ account }) => ownerOf(account)),
      );
      return { ...sums, accounts: accounts.map((line) => ({ ...line, name: nameOf(names, line.account) })) };
    }),

    route(contract.journalEntries, async (request) => {
      const filter = await filterOf(request.caller, request.query);
      return itemsOf(await journal.entriesPage(pool, filter, pagingOf(request.query)), request);
    }),

    route(audit.exportEntries, async ({ caller, query, http }) => {
      const { format, ...asked } = query;
      const filter = await filterOf(caller, asked);
      http.attachment(`kindra-ledger-${clock.now().slice(0, 10)}.${format}`);
      http.type = audit.EXPORT_TYPES[format];
      http.body = downloadOf(formatEntries(format, journal.allEntries(pool, filter)), http.res);
      return undefined;
    }),

    route(audit.staffActions, async (request) =>
      itemsOf(await actionsPage(pool, pagingOf(request.query)), request),
    ),

    route(audit.auditProblems, () => problemsOf(system)),

    route(audit.accountStatement, async (request) => {
      const { account } = request.params;
      const page = await balances.statementPage(pool, account as LedgerAccount, pagingOf(request.query));
      const names = await namesOf(pool, [ownerOf(account)]);
      return { account, name: nameOf(names, account), balance: page.balance, lines: itemsOf(page, request) };
    }),

    route(contract.auditedCrowdfunding, async (request) => {
      const found = await crowdfundingStatement(pool, request.params.id, pagingOf(request.query));
      if (!found) throw missing(missingCrowdfunding);
      const { next, ...statement } = found;
      request.announceNext(next);
      return statement;
    }),
  ];
};
