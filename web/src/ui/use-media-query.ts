import { useSyncExternalStore } from 'react';

/** Breakpoints of the layout, in pixels. */
export const WIDE_MIN_WIDTH = 1025;
export const ASIDE_MIN_WIDTH = 1381;

/** Whether a media query matches, as in `(min-width: 1025px)`. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
