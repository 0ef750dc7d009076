import type { Handler } from '../handle.ts';
import type { AccountId } from '../kernel/ids.ts';
import { accountDecider } from './decide.ts';

/** Tells whether somebody ever registered under an id, be the account closed or erased since. */
export type IsAccount = (id: AccountId) => Promise<boolean>;

/**
 * Asks the log itself, which knows of an account before anything else does.
 * @throws the errors of `EventLog`
 */
export const isAccountOf =
  ({ load }: Pick<Handler, 'load'>): IsAccount =>
  async (id) =>
    (await load(accountDecider, id)).state.status !== 'NONE';
