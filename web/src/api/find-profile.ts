import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { accountsEndpoints } from '../../../contract/endpoints/accounts.ts';
import type { kindraApi } from './base.ts';
import type { EntityRef } from './entities.ts';
import { fetchUncached } from './fetch-uncached.ts';

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
/** Dispatch type for the thunks in this module. */
export type FindProfileDispatch = ThunkDispatch<State, unknown, UnknownAction>;

/** Looks up a profile by nickname. Returns null if there is none. Errors are not shown. */
export const findProfile =
  (nickname: string): ThunkAction<Promise<EntityRef | null>, State, unknown, UnknownAction> =>
  (dispatch) =>
    dispatch(fetchUncached(accountsEndpoints.getProfile, { nickname })).then(
      ({ id }) => ({ id }),
      () => null,
    );
