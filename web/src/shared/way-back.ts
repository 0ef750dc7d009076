import { createPath, useLocation } from 'react-router-dom';

/** What /login and /register are told of where the reader came from. */
export interface WayBack {
  /** Path, query and fragment. */
  readonly from?: string;
}

/** Pages that only lead somewhere else. */
const WAYS_IN = ['/login', '/register', '/google/callback', '/awaiting-approval'];

/** Where the reader came from, out of the navigation's state; undefined when it does not say. */
export function wayBackOf(state: unknown): string | undefined {
  const { from } = (state ?? {}) as { readonly from?: unknown };
  // Two slashes would lead to another host.
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined;
}

/** The navigation's state for a way to /login or /register: the page on the screen, or what that was told itself. */
export function useWayBack(): WayBack {
  const { pathname, search, hash, state } = useLocation();
  return { from: WAYS_IN.includes(pathname) ? wayBackOf(state) : createPath({ pathname, search, hash }) };
}
