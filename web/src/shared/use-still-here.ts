import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that says whether what uses it is still on the page: who has gone on is not led elsewhere. */
export function useStillHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
