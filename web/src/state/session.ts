import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { isStaffRole } from '../../../contract/rules/accounts.ts';
import type { AuthResponse, SessionUser } from '../../../contract/shapes.ts';
import type { StoredSession } from './session-storage.ts';

/** State of the login in this tab. */
export interface SessionState {
  /** The current session; null for a visitor. */
  readonly current: StoredSession | null;
  /** Set when the session expires, until the user has been notified. */
  readonly isExpired: boolean;
  /** Whether the last session was ended in another tab. */
  readonly hasEndedElsewhere: boolean;
}

/** Maximum time for which another tab can still hold a replaced, invalid token, in milliseconds. */
export const STALE_TOKEN_GRACE_MS = 3_000;

const initialState: SessionState = { current: null, isExpired: false, hasEndedElsewhere: false };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Starts a session after a login, a registration or a token change. */
    sessionStarted: {
      prepare: ({ token, expiration, dataUser }: AuthResponse) => ({
        payload: { token, expiration, user: dataUser },
      }),
      reducer(state, { payload }: PayloadAction<StoredSession>) {
        state.current = payload;
        state.isExpired = false;
        state.hasEndedElsewhere = false;
      },
    },
    /** Starts the session loaded from browser storage at startup. */
    sessionRestored(state, { payload }: PayloadAction<StoredSession>) {
      state.current = payload;
      state.hasEndedElsewhere = false;
    },
    /** Applies changes to the account's own data. */
    sessionUserChanged(state, { payload }: PayloadAction<Partial<SessionUser>>) {
      if (state.current) Object.assign(state.current.user, payload);
    },
    /** Ends the session after a logout or deactivation, in this tab or another. */
    sessionEnded(state, { payload }: PayloadAction<{ readonly isElsewhere: true } | undefined>) {
      state.hasEndedElsewhere = state.current !== null && payload !== undefined;
      state.current = null;
    },
    /** Ends the session because the token expired or was rejected by the server. */
    sessionExpired(state) {
      if (!state.current) return;
      state.current = null;
      state.isExpired = true;
    },
    /** Records that the user has been notified. */
    sessionExpiryShown(state) {
      state.isExpired = false;
    },
  },
  selectors: {
    selectSession: (state) => state.current,
    selectUser: (state) => state.current?.user ?? null,
    selectIsExpired: (state) => state.isExpired,
    selectHasEndedElsewhere: (state) => state.hasEndedElsewhere,
  },
});

export const {
  sessionStarted,
  sessionRestored,
  sessionUserChanged,
  sessionEnded,
  sessionExpired,
  sessionExpiryShown,
} = sessionSlice.actions;
export const { selectSession, selectUser, selectIsExpired, selectHasEndedElsewhere } = sessionSlice.selectors;

/** A different account, or a visitor, uses the client now. Slices drop the previous state. */
export const viewerChanged = createAction('session/viewerChanged');

/** Returns whether a role is a staff role. */
export const isStaff = (role: SessionUser['role'] | undefined): boolean =>
  role !== undefined && isStaffRole(role);

/** Returns the logged-in account, or null for a visitor. */
export const useUser = (): SessionUser | null => useSelector(selectUser);
