import * as audit from '../../contract/audit.ts';
import * as contract from '../../contract/ledger.ts';
import { crowdfundingNotFound } from '../../domain/crowdfunding/rules.ts';
import type { LedgerAccount } from '../../domain/ledger/accounts.ts';
import { formatEntries } from '../../domain/ledger/export/format.ts';
import { findCrowdfundingStatement } from '../../projections/crowdfunding/donations/query.ts';
import * as balances from '../../projections/ledger/balances/query.ts';
import * as journal from '../../projections/ledger/journal/query.ts';
import { getName, getOwner, loadNames } from '../../projections/ledger/names/query.ts';
import { getOverview } from '../../projections/ledger/overview/query.ts';
import { listActions } from '../../projections/moderation/actions/query.ts';
import { loadProfile } from '../accounts/load-profile.ts';
import type { Caller } from '../http/caller.ts';
import { createDownload } from '../http/download.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { findProblems } from './problems.ts';
import { searchAudit } from './search.ts';

/** Creates the routes with which staff audit the journal. */
export const createLedgerRoutes = (system: ApiSystem): readonly Route[] => {
  const { pool, clock } = system;

  async function resolveFilter(caller: Caller, input: contract.EntryFilter): Promise<journal.EntryFilter> {
    const { account, type, crowdfunding, profile, from, to } = input;
    const owner = profile === undefined ? undefined : await loadProfile(pool, caller, profile);
    return { account, type, crowdfundingId: crowdfunding, accountId: owner?.id, from, to };
  }

  return [
    defineRoute(contract.trialBalance, async (request) => {
      const { accounts, ...sums } = await balances.getTrialBalance(pool, request.query);
      const names = await loadNames(
        pool,
        accounts.map(({ account }) => getOwner(account)),
      );
      return { ...sums, accounts: accounts.map((line) => ({ ...line, name: getName(names, line.account) })) };
    }),

    defineRoute(contract.journalEntries, async (request) => {
      const filter = await resolveFilter(request.caller, request.query);
      return respondWithPage(await journal.listEntries(pool, filter, toPaging(request.query)), request);
    }),

    defineRoute(audit.exportEntries, async ({ caller, query, http }) => {
      const { format, ...input } = query;
      const filter = await resolveFilter(caller, input);
      http.attachment(`kindra-ledger-${clock.now().slice(0, 10)}.${format}`);
      http.type = audit.EXPORT_TYPES[format];
      http.body = createDownload(formatEntries(format, journal.iterateEntries(pool, filter)), http.res);
    }),

    defineRoute(audit.staffActions, async (request) =>
      respondWithPage(await listActions(pool, toPaging(request.query)), request),
    ),

    defineRoute(audit.auditOverview, () => getOverview(pool, clock.now())),

    defineRoute(audit.searchAudit, ({ query }) => searchAudit(pool, query.q)),

    defineRoute(audit.auditProblems, () => findProblems(system)),

    defineRoute(audit.accountStatement, async (request) => {
      const { account } = request.params;
      const page = await balances.getAccountStatement(
        pool,
        account as LedgerAccount,
        toPaging(request.query),
      );
      const names = await loadNames(pool, [getOwner(account)]);
      return {
        account,
        name: getName(names, account),
        balance: page.balance,
        lines: respondWithPage(page, request),
      };
    }),

    defineRoute(contract.auditedCrowdfunding, async (request) => {
      const auditedPage = await findCrowdfundingStatement(pool, request.params.id, toPaging(request.query));
      if (!auditedPage) throw createNotFoundFailure(crowdfundingNotFound);
      const { next, ...statement } = auditedPage;
      request.setNextPageLink(next);
      return statement;
    }),
  ];
};
