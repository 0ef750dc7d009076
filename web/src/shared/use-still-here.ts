import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that tests whether the component is still mounted, to avoid redirecting readers who have
 * left.
 */
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
