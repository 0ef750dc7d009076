import { canSeeCrowdfunding } from '../../application/crowdfunding.ts';
import type { Crowdfunding } from '../../contract/crowdfunding.ts';
import { crowdfundingNotFound } from '../../domain/crowdfunding/rules.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { findCrowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { Caller } from '../http/caller.ts';
import { createNotFoundFailure } from '../http/failure.ts';

/**
 * Loads a campaign without checking whether the caller is allowed to see it.
 * @throws ApiFailure 404 if it does not exist
 */
export async function loadCrowdfunding(
  db: Queryable,
  caller: Caller | null,
  id: CrowdfundingId,
): Promise<Crowdfunding> {
  const crowdfunding = await findCrowdfundingById(db, caller, id);
  if (!crowdfunding) throw createNotFoundFailure(crowdfundingNotFound);
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
  const crowdfunding = await loadCrowdfunding(db, caller, id);
  if (!canSeeCrowdfunding(caller, crowdfunding)) throw createNotFoundFailure(crowdfundingNotFound);
  return crowdfunding;
}
