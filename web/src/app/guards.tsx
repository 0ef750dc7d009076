import { type ReactNode, useEffect, useMemo, useReducer, useState, useSyncExternalStore } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { sessionExpired } from '../../../contract/problems.ts';
import type { Role } from '../../../contract/shapes.ts';
import { i18n, type Message } from '../i18n/index.ts';
import { useReturnTarget } from '../shared/return-target.ts';
import { feedbackAdded } from '../state/feedback.ts';
import { missingFactorStore } from '../state/proof.ts';
import {
  type SessionState,
  selectHasEndedElsewhere,
  selectIsExpired,
  selectSession,
  useUser,
} from '../state/session.ts';
import { hasExpired } from '../state/session-storage.ts';

/** Requirements for access to a page. */
export interface Requirement {
  /** Allowed roles; all roles by default. */
  readonly roles?: readonly Role[];
  /** Message shown to visitors. */
  readonly message?: Message;
}

interface AccessRedirect {
  readonly to: string;
  /** Omitted if another message is already shown. */
  readonly message?: Message;
  /** Message type; `bad` by default. */
  readonly type?: 'info';
}

const LOGGED_OUT_ELSEWHERE: AccessRedirect = { to: '/login', message: sessionExpired, type: 'info' };

type State = { readonly session: SessionState };

/** Returns the redirect for a user who is not allowed to see a page, or null if access is allowed. */
export function getAccessRedirect(
  state: State,
  now: number,
  { roles, message = i18n.t('app:guard.logIn') }: Requirement,
): AccessRedirect | null {
  const session = selectSession(state);
  const isOver = selectIsExpired(state) || (session !== null && hasExpired(session.expiration, now));
  if (isOver) return { to: '/login' };
  if (!session) return { to: '/login', message };
  if (!roles || roles.includes(session.user.role)) return null;
  return { to: '/', message: i18n.t('app:guard.forbidden') };
}

/** Calls `decide` only on navigation and when `cause` changes, so that logging out shows no login prompt. */
function useOncePerNavigation<Decision>(
  decide: (state: State) => Decision,
  cause: string | number | null,
): Decision {
  const { key } = useLocation();
  const store = useStore<State>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: evaluated once per navigation and cause.
  return useMemo(() => decide(store.getState()), [key, cause]);
}

/** Returns the id of the last logged-in account. Another tab may log in to a different account. */
function useLastUserId(): string | null {
  const id = useUser()?.id ?? null;
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return id ?? last;
}

interface RequireUserProps extends Requirement {
  readonly children: ReactNode;
}

/** A page for logged-in users, optionally of some roles. Others see a message and are redirected. */
export function RequireUser({ children, ...requirement }: RequireUserProps) {
  const accessRefusal = useOncePerNavigation(
    (state) => getAccessRedirect(state, Date.now(), requirement),
    useLastUserId(),
  );
  const hasLoggedOutElsewhere = useSelector(selectHasEndedElsewhere) && !accessRefusal;
  const refusal = hasLoggedOutElsewhere ? LOGGED_OUT_ELSEWHERE : accessRefusal;
  const dispatch = useDispatch();
  const returnTarget = useReturnTarget();

  useEffect(() => {
    if (refusal?.message) dispatch(feedbackAdded(refusal.type ?? 'bad', refusal.message));
  }, [refusal, dispatch]);

  return refusal ? (
    <Navigate to={refusal.to} replace state={refusal.to === '/login' ? returnTarget : null} />
  ) : (
    children
  );
}

/** A page for staff. Shows `fallback` after the server has refused access because the second factor is missing. */
export function RequireFactor({ fallback, children }: Record<'fallback' | 'children', ReactNode>) {
  const isMissing = useSyncExternalStore(missingFactorStore.subscribe, missingFactorStore.get);
  return isMissing ? fallback : children;
}

/** Returns the number of session changes in other tabs. When it changes, this tab's store is up to date. */
function useOtherTabChanges(): number {
  const [changes, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    const notice = ({ key }: StorageEvent) => {
      if (key === 'userData' || key === null) count();
    };
    window.addEventListener('storage', notice);
    return () => window.removeEventListener('storage', notice);
  }, []);
  return changes;
}

/** A page for visitors. Redirects logged-in users, except after a login on the page, which redirects itself. */
export function RequireVisitor({ children }: { readonly children: ReactNode }) {
  const isLoggedIn = useOncePerNavigation(
    (state) => getAccessRedirect(state, Date.now(), {}) === null,
    useOtherTabChanges(),
  );
  return isLoggedIn ? <Navigate to="/settings" replace /> : children;
}
