import { createPath, useLocation } from 'react-router-dom';

/** Navigation state for /login and /register: the page to return to. */
interface ReturnTarget {
  readonly from?: string;
}

/** Pages of the login and registration process, which are never returned to. */
const LOGIN_PATHS = ['/login', '/login/confirm', '/register', '/google/callback', '/awaiting-approval'];

/** Returns the page to return to from a navigation state, or undefined if there is none. */
export function getReturnPath(state: unknown): string | undefined {
  const { from } = (state ?? {}) as { readonly from?: unknown };
  // A path that starts with two slashes would lead to a different host.
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined;
}

/** Returns the navigation state for a link to /login or /register, with the page to return to. */
export function useReturnTarget(): ReturnTarget {
  const { pathname, search, hash, state } = useLocation();
  return {
    from: LOGIN_PATHS.includes(pathname) ? getReturnPath(state) : createPath({ pathname, search, hash }),
  };
}
