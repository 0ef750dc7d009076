import type { System } from '../../adapters/compose.ts';
import { type Profile, profileByKey } from '../../projections/accounts/profiles/query.ts';
import { staffWithoutAccount } from '../../projections/queryable.ts';
import { CommandFailed } from './console.ts';

/**
 * The profile of a nickname or id, whether others see it or not.
 * @throws CommandFailed when there is none
 */
export async function profileOf({ pool }: Pick<System, 'pool'>, nickname: string): Promise<Profile> {
  const profile = await profileByKey(pool, staffWithoutAccount, nickname);
  if (!profile) throw new CommandFailed(`There is no profile with the nickname ${nickname}.`);
  return profile;
}
