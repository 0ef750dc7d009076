import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { AuthResponse, SessionUser } from '../../../api/contract/shapes.ts';
import type { StoredSession } from './session-storage.ts';

export interface SessionState {
  /** Who is logged in, or null for a visitor. */
  readonly current: StoredSession | null;
  /** Set when the last session came to its end by itself, until the reader has been told. */
  readonly expired: boolean;
  /** Whether the last session was ended in another tab, so that nobody here knows of it. */
  readonly endedElsewhere: boolean;
}

/** A change of the token ends the old one up to so long before every tab has the new one, in milliseconds. */
export const NEW_TOKEN_MS = 3_000;

const initialState: SessionState = { current: null, expired: false, endedElsewhere: false };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** After a login, a registration or a change of the token; also once at the start. */
    sessionStarted: {
      prepare: ({ token, expiration, dataUser }: AuthResponse) => ({
        payload: { token, expiration, user: dataUser },
      }),
      reducer(state, { payload }: PayloadAction<StoredSession>) {
        state.current = payload;
        state.expired = false;
        state.endedElsewhere = false;
      },
    },
    /** The session found in this browser at the start. */
    sessionRestored(state, { payload }: PayloadAction<StoredSession>) {
      state.current = payload;
      state.endedElsewhere = false;
    },
    /** The user changed some of their own data. */
    sessionUserChanged(state, { payload }: PayloadAction<Partial<SessionUser>>) {
      if (state.current) Object.assign(state.current.user, payload);
    },
    /** Log out or deactivation: the reader knows why, unless it was in another tab. */
    sessionEnded(state, { payload }: PayloadAction<{ readonly elsewhere: true } | undefined>) {
      state.endedElsewhere = state.current !== null && payload !== undefined;
      state.current = null;
    },
    /** The time is over, or the server no longer takes the token. */
    sessionExpired(state) {
      if (!state.current) return;
      state.current = null;
      state.expired = true;
    },
    /** The reader has been told. */
    sessionExpiryTold(state) {
      state.expired = false;
    },
  },
  selectors: {
    selectSession: (state) => state.current,
    selectUser: (state) => state.current?.user ?? null,
    selectExpired: (state) => state.expired,
    selectEndedElsewhere: (state) => state.endedElsewhere,
  },
});

export const {
  sessionStarted,
  sessionRestored,
  sessionUserChanged,
  sessionEnded,
  sessionExpired,
  sessionExpiryTold,
} = sessionSlice.actions;
export const { selectSession, selectUser, selectExpired, selectEndedElsewhere } = sessionSlice.selectors;

/** Somebody else looks from now on: what was known for whoever looked before goes. */
export const viewerChanged = createAction('session/viewerChanged');

/** Whether a role is one of staff. */
export const isStaff = (role: SessionUser['role'] | undefined): boolean => role === 'ADMIN' || role === 'MOD';

/** Who is logged in, or null. */
export const useUser = (): SessionUser | null => useSelector(selectUser);
