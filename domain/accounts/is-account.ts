import type { Handler } from '../handle.ts';
import type { AccountId } from '../kernel/ids.ts';
import { accountDecider } from './decide.ts';

/** Returns whether an id was ever registered as an account, including closed and erased accounts. */
export type AccountCheck = (id: AccountId) => Promise<boolean>;

/**
 * Creates an `AccountCheck` that reads the event log, because the read models can lag behind.
 * @throws the errors of `EventLog`
 */
export const createAccountCheck =
  ({ load }: Pick<Handler, 'load'>): AccountCheck =>
  async (id) =>
    (await load(accountDecider, id)).state.status !== 'NONE';
