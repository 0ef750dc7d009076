import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AuthResponse } from '../../../../contract/shapes.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { i18n, type Message } from '../../i18n/index.ts';
import { getReturnPath } from '../../shared/return-target.ts';
import { useIsMounted } from '../../shared/use-is-mounted.ts';
import { saveDeviceToken } from '../../state/device-storage.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { sessionStarted } from '../../state/session.ts';

/** Navigation state for /awaiting-approval. */
export type AwaitingState = Required<Pick<ApiFailure, 'type'>> & Pick<ApiFailure, 'until'>;

/** Returns functions that handle the response to a login. They do not navigate if the user has left its page. */
export function useSessionStart() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const { state } = useLocation();

  const startSession = useCallback(
    (response: AuthResponse, successMessage: Message, to = getReturnPath(state) ?? '/') => {
      // Evaluated first, because the start of a session can redirect from the page.
      const shouldNavigate = isMounted();
      saveDeviceToken(response.deviceToken);
      dispatch(sessionStarted(response));
      dispatch(
        feedbackAdded(
          'ok',
          response.deletionCancelled ? i18n.t('accounts:ownData.cancelled') : successMessage,
        ),
      );
      if (shouldNavigate) void navigate(to, { replace: true });
    },
    [dispatch, navigate, isMounted, state],
  );

  /**
   * Redirects to the second factor if the login needs one, and to the notice if the account is not allowed to log in.
   * Returns whether the login is blocked like this.
   */
  const redirectIfBlocked = useCallback(
    ({ status, type, until, challenge }: ApiFailure, from = getReturnPath(state)): boolean => {
      if (challenge) {
        if (isMounted()) void navigate('/login/confirm', { replace: true, state: { challenge, from } });
        return true;
      }
      if (status !== 403 || !type) return false;
      if (isMounted())
        void navigate('/awaiting-approval', {
          replace: true,
          state: { type, until } satisfies AwaitingState,
        });
      return true;
    },
    [navigate, isMounted, state],
  );

  return { startSession, redirectIfBlocked };
}
