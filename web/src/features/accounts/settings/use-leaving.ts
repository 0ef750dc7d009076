import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../../api/failure.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { sessionEnded } from '../../../state/session.ts';
import { useDeactivateMutation, useLogoutMutation } from '../accounts-api.ts';

/** Ways to end the session in this browser: logging out, and deactivating the account. */
export function useLeaving() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [logout, { isLoading: loggingOut }] = useLogoutMutation();
  const [deactivate, { isLoading: deactivating }] = useDeactivateMutation();

  const leave = (sentence: string, to: string) => {
    void navigate(to);
    dispatch(sessionEnded());
    dispatch(feedbackGiven('ok', sentence));
  };

  return {
    loggingOut,
    deactivating,
    /** The reader is logged out here even when the server cannot be reached. */
    logOut: async () => {
      const { error } = await logout();
      // Of a session that is over the reader has been told.
      if (failureOf(error)?.status !== 401) leave('Successful logout.', '/login');
    },
    /** Answers whether it was done. */
    deactivate: async (): Promise<boolean> => {
      const { data } = await deactivate();
      if (data) leave('The account has been successfully deactivate.', '/');
      return data !== undefined;
    },
  };
}
