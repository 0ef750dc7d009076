import type { System } from '../../adapters/compose.ts';
import type { Profile } from '../../contract/shapes.ts';
import { findProfileByKey } from '../../projections/accounts/profiles/query.ts';
import { SYSTEM_VIEWER } from '../../projections/queryable.ts';
import { CommandFailed } from './console.ts';

/**
 * Finds a profile by nickname or id, including hidden profiles.
 * @throws CommandFailed when there is none
 */
export async function requireProfile({ pool }: Pick<System, 'pool'>, nickname: string): Promise<Profile> {
  const profile = await findProfileByKey(pool, SYSTEM_VIEWER, nickname);
  if (!profile) throw new CommandFailed(`There is no profile with the nickname ${nickname}.`);
  return profile;
}
