import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { getApiFailure } from '../api/failure.ts';
import type { Message } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';

/** Returns a function that shows the result of an action as a toast and returns whether it succeeded. */
export function useResultToast(): (
  error: unknown,
  doneMessage: Message,
  failureMessage?: Message,
) => boolean {
  const dispatch = useDispatch();
  return useCallback(
    (error, doneMessage, failureMessage) => {
      if (!error) dispatch(feedbackAdded('ok', doneMessage));
      // An expired session is reported elsewhere.
      else if (failureMessage && getApiFailure(error)?.status !== 401)
        dispatch(feedbackAdded('bad', failureMessage));
      return !error;
    },
    [dispatch],
  );
}
