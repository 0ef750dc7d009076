import { useSyncExternalStore } from 'react';
import { getRenderedPage } from '../state/rendered-page.ts';

/** Returns whether the window is at least `pixels` wide. */
export function useMinWidth(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`;
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => getRenderedPage().width >= pixels,
  );
}
