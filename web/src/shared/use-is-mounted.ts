import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that returns whether the component is still mounted, to avoid redirecting readers who
 * have left.
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
