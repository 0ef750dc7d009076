import { createPath, useLocation } from 'react-router-dom';

/** Navigation state of /login and /register: the page to return to. */
interface ReturnTarget {
  /** Path, query and fragment. */
  readonly from?: string;
}

/** Pages that only redirect, so that nobody returns to them. */
const LOGIN_PATHS = ['/login', '/login/confirm', '/register', '/google/callback', '/awaiting-approval'];

/** Returns the page to return to from a navigation state; undefined when there is none. */
export function getReturnPath(state: unknown): string | undefined {
  const { from } = (state ?? {}) as { readonly from?: unknown };
  // A path with two slashes would lead to another host.
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined;
}

/**
 * Returns the navigation state for a link to /login or /register: the current page, or the return target
 * that it received itself.
 */
export function useReturnTarget(): ReturnTarget {
  const { pathname, search, hash, state } = useLocation();
  return {
    from: LOGIN_PATHS.includes(pathname) ? getReturnPath(state) : createPath({ pathname, search, hash }),
  };
}
