import { useSyncExternalStore } from 'react';

/** Breakpoints of the layout, in pixels. */
export const WIDE_FROM = 1025;
export const ASIDE_FROM = 1381;

/** Whether a media query matches, as in `(min-width: 1025px)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
