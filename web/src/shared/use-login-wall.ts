import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { LOG_IN_FIRST } from '../api/failure.ts';
import { feedbackGiven } from '../state/feedback.ts';
import { useUser } from '../state/session.ts';
import { useWayBack } from './way-back.ts';

/**
 * Returns a function to call before what only users may do. For a visitor it says the sentence, leads to the login, which leads back, and
 * answers false.
 */
export function useLoginWall(sentence: string = LOG_IN_FIRST): () => boolean {
  const user = useUser();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { from } = useWayBack();
  return useCallback(() => {
    if (user) return true;
    dispatch(feedbackGiven('bad', sentence));
    void navigate('/login', { state: { from } });
    return false;
  }, [user, dispatch, navigate, sentence, from]);
}
