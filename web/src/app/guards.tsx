import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import type { Role } from '../../../api/contract/shapes.ts';
import { SESSION_EXPIRED } from '../api/failure.ts';
import { useWayBack } from '../shared/way-back.ts';
import { feedbackGiven } from '../state/feedback.ts';
import {
  type SessionState,
  selectEndedElsewhere,
  selectExpired,
  selectSession,
  useUser,
} from '../state/session.ts';
import { hasExpired } from '../state/session-storage.ts';

const LOG_IN = 'You must log in to access this page.';
const NO_PERMISSION = 'You do not have permission to access this page.';

/** Who may see a page. */
export interface Requirement {
  /** Any role when left out. */
  readonly roles?: readonly Role[];
  /** What a visitor is told. */
  readonly sentence?: string;
}

interface Refusal {
  readonly to: string;
  /** Left out when the reader is told something else already. */
  readonly sentence?: string;
  /** What kind of message the sentence is; `bad` when left out. */
  readonly type?: 'info';
}

const LEFT_ELSEWHERE: Refusal = { to: '/login', sentence: SESSION_EXPIRED, type: 'info' };

type State = { readonly session: SessionState };

/** Where somebody is led who may not see a page, or null for those who may. */
export function refusalOf(
  state: State,
  now: number,
  { roles, sentence = LOG_IN }: Requirement,
): Refusal | null {
  const session = selectSession(state);
  const over = selectExpired(state) || (session !== null && hasExpired(session.expiration, now));
  if (over) return { to: '/login' };
  if (!session) return { to: '/login', sentence };
  return !roles || roles.includes(session.user.role) ? null : { to: '/', sentence: NO_PERMISSION };
}

/** Decides once for each opening of a page, so that logging out on it tells nobody to log in; and for each `cause`. */
function useOnOpening<Decision>(decide: (state: State) => Decision, cause: string | number | null): Decision {
  const { key } = useLocation();
  const store = useStore<State>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening has its own key; little else counts.
  return useMemo(() => decide(store.getState()), [key, cause]);
}

/** Who was logged in last; another one may log in in another tab. */
function useLastViewer(): string | null {
  const id = useUser()?.id ?? null;
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return id ?? last;
}

interface RequireUserProps extends Requirement {
  readonly children: ReactNode;
}

/**
 * A page for those who are logged in, and of one of the roles if any are given. Others are told and led away, and so is
 * who logs out in another tab.
 */
export function RequireUser({ children, ...requirement }: RequireUserProps) {
  const refused = useOnOpening((state) => refusalOf(state, Date.now(), requirement), useLastViewer());
  const left = useSelector(selectEndedElsewhere) && !refused;
  const refusal = left ? LEFT_ELSEWHERE : refused;
  const dispatch = useDispatch();
  const wayBack = useWayBack();

  useEffect(() => {
    if (refusal?.sentence) dispatch(feedbackGiven(refusal.type ?? 'bad', refusal.sentence));
  }, [refusal, dispatch]);

  return refusal ? (
    <Navigate to={refusal.to} replace state={refusal.to === '/login' ? wayBack : null} />
  ) : (
    children
  );
}

/** How often another tab has changed the session since the page was opened; this one's store has it by then. */
function useChangesElsewhere(): number {
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

/**
 * A page for visitors only; who is logged in is led to the settings, also by another tab. Who logs in on the page itself
 * is led elsewhere by it.
 */
export function RequireVisitor({ children }: { readonly children: ReactNode }) {
  const loggedIn = useOnOpening((state) => refusalOf(state, Date.now(), {}) === null, useChangesElsewhere());
  return loggedIn ? <Navigate to="/settings" replace /> : children;
}
