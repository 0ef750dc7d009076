import { redirect } from 'react-router-dom';
import type { Role } from '../../../api/contract/shapes.ts';
import { feedbackGiven } from '../state/feedback.ts';
import { selectExpired, selectSession, selectUser, sessionExpired } from '../state/session.ts';
import { hasExpired } from '../state/session-storage.ts';
import type { Store } from './store.ts';

const LOG_IN = 'You must log in to access this page.';
const NO_PERMISSION = 'You do not have permission to access this page.';

/** Ends the session when its time is over. */
export function endSessionInTime(store: Store): void {
  const session = selectSession(store.getState());
  if (session && hasExpired(session.expiration, Date.now())) store.dispatch(sessionExpired());
}

/** Loader of pages for those who are logged in, and of one of the roles if any are given. Others are told and led away. */
export const requireUser =
  (
    store: Store,
    { roles, sentence = LOG_IN }: { readonly roles?: readonly Role[]; readonly sentence?: string } = {},
  ) =>
  () => {
    endSessionInTime(store);
    const state = store.getState();
    const user = selectUser(state);
    if (!user) {
      if (!selectExpired(state)) store.dispatch(feedbackGiven('bad', sentence));
      throw redirect('/login');
    }
    if (roles && !roles.includes(user.role)) {
      store.dispatch(feedbackGiven('bad', NO_PERMISSION));
      throw redirect('/');
    }
    return null;
  };

/** Loader of pages for visitors only; who is logged in is led to the settings. */
export const requireVisitor = (store: Store) => () => {
  endSessionInTime(store);
  if (selectUser(store.getState())) throw redirect('/settings');
  return null;
};
