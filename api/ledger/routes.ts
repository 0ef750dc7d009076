import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import { crowdfundingStatement } from '../../projections/crowdfunding/crowdfundings/query.ts';
import * as query from '../../projections/ledger/journal/query.ts';
import { missingCrowdfunding } from '../contract/crowdfunding.ts';
import { missingProfile } from '../contract/fields.ts';
import * as contract from '../contract/ledger.ts';
import { missing } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of the books, for staff who audit them. */
export const ledgerRoutes = ({ pool }: ApiSystem): readonly AnyRoute[] => [
  route(contract.trialBalance, async () => {
    const { position, balanced, totalDebit, totalCredit, accounts } = await query.trialBalance(pool);
    const lines = accounts.map(({ account, debit, credit, balance }) => ({
      account,
      debit,
      credit,
      balance,
    }));
    return { position, balanced, totalDebit, totalCredit, accounts: lines };
  }),

  route(contract.journalEntries, async (request) => {
    const { account, type, crowdfunding, profile, from, to } = request.query;
    const owner = profile === undefined ? undefined : await profileByKey(pool, request.caller, profile);
    if (owner === null) throw missing(missingProfile);
    const filter = { account, type, crowdfundingId: crowdfunding, accountId: owner?.id, from, to };
    const page = await query.entriesPage(pool, filter, pagingOf(request.query));
    return itemsOf(page, request).map((entry) => ({ ...entry, postings: [...entry.postings] }));
  }),

  route(contract.auditedCrowdfunding, async (request) => {
    const statement = await crowdfundingStatement(pool, request.params.id, pagingOf(request.query));
    if (!statement) throw missing(missingCrowdfunding);
    const { next, donations, ...sums } = statement;
    request.announceNext(next);
    return { ...sums, donations: [...donations] };
  }),
];
