import type { System } from '../../adapters/compose.ts';
import type { Profile } from '../../contract/shapes.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import { systemViewer } from '../../projections/queryable.ts';
import { CommandFailed } from './console.ts';

/**
 * Finds a profile by nickname or id, hidden ones included.
 * @throws CommandFailed when there is none
 */
export async function profileOf({ pool }: Pick<System, 'pool'>, nickname: string): Promise<Profile> {
  const profile = await profileByKey(pool, systemViewer, nickname);
  if (!profile) throw new CommandFailed(`There is no profile with the nickname ${nickname}.`);
  return profile;
}
