import { type ReactNode, useEffect, useMemo } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import type { Role } from '../../../api/contract/shapes.ts';
import { useWayBack } from '../shared/way-back.ts';
import { feedbackGiven } from '../state/feedback.ts';
import { type SessionState, selectExpired, selectSession } from '../state/session.ts';
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
}

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

/** Decides once for each opening of a page, so that logging out on it tells nobody to log in. */
function useOnOpening<Decision>(decide: (state: State) => Decision): Decision {
  const { key } = useLocation();
  const store = useStore<State>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening has its own key; nothing else counts.
  return useMemo(() => decide(store.getState()), [key]);
}

interface RequireUserProps extends Requirement {
  readonly children: ReactNode;
}

/** A page for those who are logged in, and of one of the roles if any are given. Others are told and led away. */
export function RequireUser({ children, ...requirement }: RequireUserProps) {
  const refusal = useOnOpening((state) => refusalOf(state, Date.now(), requirement));
  const dispatch = useDispatch();
  const wayBack = useWayBack();

  useEffect(() => {
    if (refusal?.sentence) dispatch(feedbackGiven('bad', refusal.sentence));
  }, [refusal, dispatch]);

  return refusal ? (
    <Navigate to={refusal.to} replace state={refusal.to === '/login' ? wayBack : null} />
  ) : (
    children
  );
}

/** A page for visitors only; who is logged in is led to the settings. */
export function RequireVisitor({ children }: { readonly children: ReactNode }) {
  const loggedIn = useOnOpening((state) => refusalOf(state, Date.now(), {}) === null);
  return loggedIn ? <Navigate to="/settings" replace /> : children;
}
