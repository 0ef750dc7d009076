import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../../api/failure.ts';
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
    /** The reader is logged out here even when the server cannot be reached, and told that only this browser has forgotten. */
    logOut: async () => {
      const { error } = await logout();
      if (!error) leave('Successful logout.', '/login');
      // Of a session that is over the reader has been told.
      else if (failureOf(error)?.status !== 401) leave(ONLY_HERE, '/login', 'info');
    },
    /** Answers whether it was done. */
    deactivate: async (): Promise<boolean> => {
      const { data } = await deactivate();
      if (data) leave('The account has been successfully deactivate.', '/');
      return data !== undefined;
    },
  };
}
