import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AuthResponse } from '../../../../contract/shapes.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { i18n, type Message } from '../../i18n/index.ts';
import { getReturnPath } from '../../shared/return-target.ts';
import { saveDeviceToken } from '../../state/device-storage.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { sessionStarted } from '../../state/session.ts';

/** Navigation state for /awaiting-approval. */
export type AwaitingState = Required<Pick<ApiFailure, 'type'>> & Pick<ApiFailure, 'until'>;

/** Returns functions that handle the response to a login. */
export function useSessionStart() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { state } = useLocation();

  const startSession = useCallback(
    (response: AuthResponse, successMessage: Message, to = getReturnPath(state) ?? '/') => {
      saveDeviceToken(response.deviceToken);
      dispatch(sessionStarted(response));
      dispatch(
        feedbackAdded(
          'ok',
          response.deletionCancelled ? i18n.t('accounts:ownData.cancelled') : successMessage,
        ),
      );
      void navigate(to, { replace: true });
    },
    [dispatch, navigate, state],
  );

  /**
   * Redirects to the second factor if the login needs one, and to the notice if the account is not allowed to log in.
   * Returns whether it redirected.
   */
  const redirectIfBlocked = useCallback(
    ({ status, type, until, challenge }: ApiFailure, from = getReturnPath(state)): boolean => {
      if (challenge) {
        void navigate('/login/confirm', { replace: true, state: { challenge, from } });
        return true;
      }
      if (status !== 403 || !type) return false;
      void navigate('/awaiting-approval', { replace: true, state: { type, until } satisfies AwaitingState });
      return true;
    },
    [navigate, state],
  );

  return { startSession, redirectIfBlocked };
}
