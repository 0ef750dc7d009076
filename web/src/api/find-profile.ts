import { accountsEndpoints } from '../../../contract/endpoints/accounts.ts';
import type { EntityRef } from './entities.ts';
import { fetchUncached } from './fetch-uncached.ts';
import type { AppThunk } from './state.ts';

/** Looks up a profile by nickname. Returns null if there is none. Errors are not shown. */
export const findProfile =
  (nickname: string): AppThunk<Promise<EntityRef | null>> =>
  (dispatch) =>
    dispatch(fetchUncached(accountsEndpoints.getProfile, { nickname })).then(
      ({ id }) => ({ id }),
      () => null,
    );
