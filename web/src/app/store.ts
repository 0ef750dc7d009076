import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { kindraApi } from '../api/base.ts';
import { postsSlice } from '../api/posts.ts';
import { entitiesSlice } from '../api/stored-entities.ts';
import { claimDrafts, deleteDrafts } from '../state/draft-storage.ts';
import { feedSlice } from '../state/feed.ts';
import { feedbackSlice } from '../state/feedback.ts';
import { messagingSlice } from '../state/messaging.ts';
import { withdrawProof } from '../state/proof.ts';
import {
  selectSession,
  selectUser,
  sessionEnded,
  sessionExpired,
  sessionRestored,
  sessionSlice,
  sessionStarted,
  viewerChanged,
} from '../state/session.ts';
import { clearSession, hasExpired, loadSession, saveSession } from '../state/session-storage.ts';

/** Clears cache and state when the account changes, because an account must not see another account's data. */
const resetOnUserChange: Middleware = (api) => (next) => (action) => {
  const before = selectUser(api.getState())?.id;
  const result = next(action);
  if (selectUser(api.getState())?.id !== before) {
    withdrawProof();
    api.dispatch(viewerChanged());
    api.dispatch(kindraApi.util.resetApiState());
  }
  return result;
};

/** Moves a visitor's drafts to the account that logs in. Logging out deletes all drafts. */
const transferDraftsOnLogin: Middleware = (api) => (next) => (action) => {
  const isStart = sessionStarted.match(action) || sessionRestored.match(action);
  if (isStart && !selectUser(api.getState())) claimDrafts(action.payload.user.id);
  if (sessionEnded.match(action)) deleteDrafts();
  return next(action);
};

/** Creates the store with the session from browser storage. */
export function createStore() {
  const store = configureStore({
    reducer: {
      [kindraApi.reducerPath]: kindraApi.reducer,
      [entitiesSlice.reducerPath]: entitiesSlice.reducer,
      [feedSlice.reducerPath]: feedSlice.reducer,
      [feedbackSlice.reducerPath]: feedbackSlice.reducer,
      [messagingSlice.reducerPath]: messagingSlice.reducer,
      [postsSlice.reducerPath]: postsSlice.reducer,
      [sessionSlice.reducerPath]: sessionSlice.reducer,
    },
    // Immer already freezes the state, and the cache is too large to check on every action.
    middleware: (defaults) =>
      defaults({ immutableCheck: false, serializableCheck: false }).concat(
        kindraApi.middleware,
        resetOnUserChange,
        transferDraftsOnLogin,
      ),
  });
  // Pauses polling while the page has no focus. Nothing else uses these listeners.
  setupListeners(store.dispatch);
  const stored = loadSession();
  if (stored) store.dispatch(sessionRestored(stored));
  return store;
}

/** The Redux store of the client. */
export type Store = ReturnType<typeof createStore>;

/** Synchronizes the session with browser storage in both directions, because another tab may have changed it. */
export function syncSession(store: Store): void {
  let savedSession = selectSession(store.getState());
  store.subscribe(() => {
    const session = selectSession(store.getState());
    if (session === savedSession) return;
    savedSession = session;
    if (session) saveSession(session);
    else clearSession();
  });
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'userData' && key !== null) return;
    const stored = loadSession();
    const before = selectSession(store.getState());
    savedSession = stored;
    if (stored) store.dispatch(sessionRestored(stored));
    else if (before && hasExpired(before.expiration, Date.now())) store.dispatch(sessionExpired());
    else store.dispatch(sessionEnded({ isElsewhere: true }));
  });
}
