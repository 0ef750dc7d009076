import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { SESSION_EXPIRED } from '../../api/failure.ts';
import { useWayBack } from '../../shared/way-back.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import { selectExpired, selectSession, sessionExpired, sessionExpiryTold } from '../../state/session.ts';
import { hasExpired } from '../../state/session-storage.ts';

/**
 * Ends the session when its time is over, asked on every change of the address; whatever ended it, tells the reader and
 * leads to the login.
 */
export function useSessionWatch(): void {
  const expired = useSelector(selectExpired);
  const expiration = useSelector(selectSession)?.expiration;
  const { pathname, key } = useLocation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { from } = useWayBack();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes it ask on every change of the address.
  useEffect(() => {
    if (expiration && hasExpired(expiration, Date.now())) dispatch(sessionExpired());
  }, [key, expiration, dispatch]);

  useEffect(() => {
    if (!expired) return;
    dispatch(sessionExpiryTold());
    dispatch(feedbackGiven('info', SESSION_EXPIRED));
    void navigate('/login', { replace: pathname === '/login', state: { from } });
  }, [expired, pathname, from, dispatch, navigate]);
}
