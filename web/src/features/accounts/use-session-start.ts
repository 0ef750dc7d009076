import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { AuthResponse } from '../../../../api/contract/shapes.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import { sessionStarted } from '../../state/session.ts';

/** What /awaiting-approval is told of the account that may not log in. */
export interface AwaitingState {
  readonly type: NonNullable<ApiFailure['type']>;
}

/** How a call that logs in goes on: into the product, or to the notice for accounts that may not. */
export function useSessionStart() {
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const begin = useCallback(
    (answer: AuthResponse, sentence: string) => {
      dispatch(sessionStarted(answer));
      dispatch(feedbackGiven('ok', sentence));
      void navigate('/', { replace: true });
    },
    [dispatch, navigate],
  );

  /** Whether the failure was that the account may not log in. */
  const sendAway = useCallback(
    ({ status, type }: ApiFailure): boolean => {
      if (status !== 403 || !type) return false;
      void navigate('/awaiting-approval', { replace: true, state: { type } satisfies AwaitingState });
      return true;
    },
    [navigate],
  );

  return { begin, sendAway };
}
