import { profileNotFound } from '../../domain/accounts/rules.ts';
import { findProfileByKey } from '../../projections/accounts/profiles/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { Caller } from '../http/caller.ts';
import { createNotFoundFailure } from '../http/failure.ts';

/**
 * Loads a profile by its nickname or id.
 * @throws ApiFailure 404 if the caller cannot see such a profile
 */
export async function loadProfile(db: Queryable, caller: Caller | null, key: string) {
  const profile = await findProfileByKey(db, caller, key);
  if (!profile) throw createNotFoundFailure(profileNotFound);
  return profile;
}
