import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that says whether what uses it is still on the page: who has gone on is not led elsewhere. */
export function useStillHere(): () => boolean {
  const here = useRef(false);
  // A page that is left stays behind the one whose code is still on its way; only effects of the layout end then.
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
