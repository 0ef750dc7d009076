import { useSyncExternalStore } from 'react';
import type { RenderedPage } from '../../../contract/rules/rendered-page.ts';

let renderedPage: RenderedPage = { width: 0, now: 0 };

/** Sets the time and width used by components while the server renders a page and while the browser hydrates it. */
export function setRenderedPage(page: RenderedPage): void {
  renderedPage = page;
}

/** Returns the time and width for which the server rendered the page. */
export const getRenderedPage = (): RenderedPage => renderedPage;

const subscribeToNothing = () => () => {};

/**
 * Returns whether the component can show values that only the browser has, such as its time zone. Returns false on the
 * server and while the browser hydrates the server-rendered page.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
