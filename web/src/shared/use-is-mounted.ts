import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that returns whether the component is still mounted. Used to avoid redirecting users who have left
 * the page.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
