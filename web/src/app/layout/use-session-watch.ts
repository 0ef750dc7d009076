import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { SESSION_EXPIRED } from '../../api/failure.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import { selectExpired, sessionExpiryTold } from '../../state/session.ts';

/** Tells the reader that the session has come to its end, and leads to the login. */
export function useSessionWatch(): void {
  const expired = useSelector(selectExpired);
  const { pathname } = useLocation();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  useEffect(() => {
    if (!expired) return;
    dispatch(sessionExpiryTold());
    dispatch(feedbackGiven('info', SESSION_EXPIRED));
    void navigate('/login', { replace: pathname === '/login' });
  }, [expired, pathname, dispatch, navigate]);
}
