import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { accountsEndpoints } from '../../../contract/endpoints/accounts.ts';
import { STALE_TOKEN_GRACE_MS, selectUser, sessionUserChanged } from '../state/session.ts';
import { fetchUncached } from './fetch-uncached.ts';
import { refreshProfile } from './profiles.ts';
import type { AppDispatch, AppThunk } from './state.ts';
import { selectEntity } from './stored-entities.ts';
import { createThrottledThunk } from './throttled-thunk.ts';

/** Updates the session from the current user's profile, which may have been changed elsewhere. */
export const syncOwnProfile = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const id = selectUser(getState())?.id;
  if (!id) return;
  const read = dispatch(fetchUncached(accountsEndpoints.getProfile, { nickname: id }));
  const profile = (await read.catch(() => null)) && selectEntity(getState(), 'profile', id);
  if (!profile || selectUser(getState())?.id !== id) return;
  const { nickname, profileName, role, bio = '', website = '', avatar } = profile;
  dispatch(sessionUserChanged({ nickname, profileName, role, bio, website, avatar }));
};

const refetchOwnProfile = (): AppThunk => (dispatch, getState) => {
  dispatch(refreshProfile(selectUser(getState())?.id));
  void dispatch(syncOwnProfile());
};

/** Refetches the user's profile once this tab no longer holds a token that a nickname change has invalidated. */
export const refreshOwnProfileSoon = createThrottledThunk(refetchOwnProfile, STALE_TOKEN_GRACE_MS);

/** Calls `syncOwnProfile` when a profile editing page opens, because the profile may have been changed elsewhere. */
export function useOwnProfileSync(): void {
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => void dispatch(syncOwnProfile()), [dispatch]);
}
