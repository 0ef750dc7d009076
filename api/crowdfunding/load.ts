import { canSeeCrowdfunding } from '../../application/crowdfunding.ts';
import type { Crowdfunding } from '../../contract/crowdfunding.ts';
import { crowdfundingNotFound } from '../../domain/crowdfunding/rules.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { findCrowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { Caller } from '../http/caller.ts';
import { createResultNotReadyFailure } from '../http/error-response.ts';
import { createNotFoundFailure } from '../http/failure.ts';

/**
 * Loads a campaign that was just changed.
 * @throws ApiFailure 503 if the read model does not contain it
 */
export async function loadChangedCrowdfunding(
  db: Queryable,
  caller: Caller,
  id: CrowdfundingId,
): Promise<Crowdfunding> {
  const crowdfunding = await findCrowdfundingById(db, caller, id);
  if (!crowdfunding) throw createResultNotReadyFailure();
  return crowdfunding;
}

/**
 * Loads a campaign that the caller is allowed to see.
 * @throws ApiFailure 404 otherwise
 */
export async function loadVisibleCrowdfunding(
  db: Queryable,
  caller: Caller | null,
  id: CrowdfundingId,
): Promise<Crowdfunding> {
  const crowdfunding = await findCrowdfundingById(db, caller, id);
  if (!crowdfunding || !canSeeCrowdfunding(caller, crowdfunding))
    throw createNotFoundFailure(crowdfundingNotFound);
  return crowdfunding;
}
