import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { failureOf, UNEXPECTED } from '../../../api/failure.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { sessionEnded } from '../../../state/session.ts';
import { useDeactivateMutation, useLogoutMutation } from '../accounts-api.ts';

/** The session lives on for the server, but nobody has its token any more. */
const ONLY_HERE = 'You are logged out in this browser, but Kindra could not be reached to end the session.';

/** Ways to end the session in this browser: logging out, and deactivating the account. */
export function useLeaving() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [logout, { isLoading: loggingOut }] = useLogoutMutation();
  const [deactivate, { isLoading: deactivating }] = useDeactivateMutation();

  const leave = (sentence: string, to: string, type: 'ok' | 'info' = 'ok') => {
    void navigate(to);
    dispatch(sessionEnded());
    dispatch(feedbackGiven(type, sentence));
  };

  return {
    loggingOut,
    deactivating,
    /**
     * The reader is logged out here even when the server cannot be reached or refuses, and told why only this browser has
     * forgotten.
     */
    logOut: async () => {
      const { error } = await logout();
      if (!error) return leave('Successful logout.', '/login');
      const { status, message } = failureOf(error) ?? { status: null, message: UNEXPECTED };
      // Of a session that is over the reader has been told.
      if (status === 401) return;
      leave(status && status < 500 ? message : ONLY_HERE, '/login', 'info');
    },
    /** Answers whether it was done. */
    deactivate: async (): Promise<boolean> => {
      const { data } = await deactivate();
      if (data) leave('The account has been successfully deactivate.', '/');
      return data !== undefined;
    },
  };
}
