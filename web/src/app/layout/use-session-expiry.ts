import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { sessionExpired as sessionExpiredProblem } from '../../../../contract/problems.ts';
import { useReturnTarget } from '../../shared/return-target.ts';
import { browserStorage } from '../../state/browser-storage.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { selectIsExpired, selectSession, sessionExpired, sessionExpiryShown } from '../../state/session.ts';
import { hasExpired } from '../../state/session-storage.ts';

/** Ends an expired session on navigation. Once a session has expired, shows a message and redirects to the login. */
export function useSessionExpiry(): void {
  const isExpired = useSelector(selectIsExpired);
  const expiration = useSelector(selectSession)?.expiration;
  const { pathname, key } = useLocation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { from } = useReturnTarget();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key triggers the check on every navigation.
  useEffect(() => {
    const stored = browserStorage.get('expiration') ?? expiration;
    if (expiration && stored && hasExpired(stored, Date.now())) dispatch(sessionExpired());
  }, [key, expiration, dispatch]);

  useEffect(() => {
    if (!isExpired) return;
    dispatch(sessionExpiryShown());
    dispatch(feedbackAdded('info', sessionExpiredProblem));
    void navigate('/login', { replace: pathname === '/login', state: { from } });
  }, [isExpired, pathname, from, dispatch, navigate]);
}
