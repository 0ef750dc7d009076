import { useSyncExternalStore } from 'react';
import type { RenderedPage } from '../../../contract/rules/rendered-page.ts';

let renderedPage: RenderedPage = { width: 0, now: 0 };

/** Sets the time and width that components use while the server renders a page and while the browser hydrates it. */
export function setRenderedPage(page: RenderedPage): void {
  renderedPage = page;
}

/** Returns the time and width for which the server rendered the page. */
export const getRenderedPage = (): RenderedPage => renderedPage;

const subscribeToNothing = () => () => {};

/**
 * Whether the component may show what only the browser has, such as its time zone. False on the server and while the
 * browser hydrates the server's page.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
