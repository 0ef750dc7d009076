import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { internalError } from '../../../../../contract/problems.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { i18n, type Message } from '../../../i18n/index.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { sessionEnded } from '../../../state/session.ts';
import { useDeactivateProfileMutation, useLogoutMutation } from '../accounts-api.ts';

/** Returns the actions that end the session in this browser: logout and deactivation. */
export function useSessionEnd() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [logout, { isLoading: isLoggingOut }] = useLogoutMutation();
  const [deactivate, { isLoading: isDeactivating }] = useDeactivateProfileMutation();

  const endSession = (message: Message, to: string, type: 'ok' | 'info' = 'ok') => {
    void navigate(to);
    dispatch(sessionEnded());
    dispatch(feedbackAdded(type, message));
  };

  return {
    isLoggingOut,
    isDeactivating,
    /** Ends the session in this browser even if the server rejects the logout or is unreachable. */
    logOut: async () => {
      const { error } = await logout();
      if (!error) return endSession(i18n.t('accounts:done.logout'), '/login');
      const failure = getApiFailure(error) ?? { ...internalError, status: null };
      // An expired session is reported elsewhere.
      if (failure.status === 401) return;
      const isRefused = failure.status !== null && failure.status < 500;
      endSession(isRefused ? failure : i18n.t('accounts:failures.logoutOnlyHere'), '/login', 'info');
    },
    /** Deactivates the account and ends the session. Returns whether this succeeded. */
    deactivate: async (): Promise<boolean> => {
      const { data } = await deactivate();
      if (data) endSession(i18n.t('accounts:done.deactivate'), '/');
      return data !== undefined;
    },
  };
}
