import { createPath, useLocation } from 'react-router-dom';

/** Navigation state of /login and /register: the page to return to. */
export interface WayBack {
  /** Path, query and fragment. */
  readonly from?: string;
}

/** Pages that only redirect; not used as a way back. */
const WAYS_IN = ['/login', '/register', '/google/callback', '/awaiting-approval'];

/** The page to return to from a navigation state; undefined when there is none. */
export function wayBackOf(state: unknown): string | undefined {
  const { from } = (state ?? {}) as { readonly from?: unknown };
  // A path with two slashes would lead to another host.
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined;
}

/**
 * Navigation state for a link to /login or /register: the current page, or the way back that it received
 * itself.
 */
export function useWayBack(): WayBack {
  const { pathname, search, hash, state } = useLocation();
  return { from: WAYS_IN.includes(pathname) ? wayBackOf(state) : createPath({ pathname, search, hash }) };
}
