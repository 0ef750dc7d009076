import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { loginRequired } from '../../../contract/problems.ts';
import type { Message } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';
import { useUser } from '../state/session.ts';
import { useReturnTarget } from './return-target.ts';

/** Returns a function for actions that require a login. It redirects visitors with a message and returns false. */
export function useRequireLogin(message: Message = loginRequired): () => boolean {
  const user = useUser();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { from } = useReturnTarget();
  return useCallback(() => {
    if (user) return true;
    dispatch(feedbackAdded('bad', message));
    void navigate('/login', { state: { from } });
    return false;
  }, [user, dispatch, navigate, message, from]);
}
