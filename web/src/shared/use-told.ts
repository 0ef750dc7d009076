import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../api/failure.ts';
import { feedbackGiven } from '../state/feedback.ts';

/**
 * Returns a function that tells the reader how something went: a sentence when it is done, another one when it failed.
 * Without a second one a failure has been told already. Answers whether it is done.
 */
export function useTold(): (error: unknown, done: string, failed?: string) => boolean {
  const dispatch = useDispatch();
  return useCallback(
    (error, done, failed) => {
      if (!error) dispatch(feedbackGiven('ok', done));
      // Of a session that is over the reader is told elsewhere.
      else if (failed && failureOf(error)?.status !== 401) dispatch(feedbackGiven('bad', failed));
      return !error;
    },
    [dispatch],
  );
}
