import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AuthResponse } from '../../../../api/contract/shapes.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { wayBackOf } from '../../shared/way-back.ts';
import { saveDeviceToken } from '../../state/device-storage.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import { sessionStarted } from '../../state/session.ts';

/** What /awaiting-approval is told of the account that may not log in. */
export interface AwaitingState {
  readonly type: NonNullable<ApiFailure['type']>;
}

/** How a call that logs in goes on: back to where the reader came from, or home; or to the notice for accounts that may not. */
export function useSessionStart() {
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const { state } = useLocation();

  const begin = useCallback(
    (answer: AuthResponse, sentence: string, to = wayBackOf(state) ?? '/') => {
      saveDeviceToken(answer.deviceToken);
      dispatch(sessionStarted(answer));
      dispatch(feedbackGiven('ok', sentence));
      void navigate(to, { replace: true });
    },
    [dispatch, navigate, state],
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
