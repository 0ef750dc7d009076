import { getReturnPath } from '../../../shared/return-target.ts';
import { tabStorage } from '../../../state/browser-storage.ts';

const STATE_KEY = 'google-state';
const RETURN_PATH_KEY = 'google-return-path';

/**
 * Stores the page to return to and the state from an identity provider's URL, which verifies the callback. Returns
 * `missing` if the URL contains no state, and `blocked` if the browser blocks storage.
 */
export function saveState(address: string, returnPath: string | undefined): 'saved' | 'missing' | 'blocked' {
  const state = new URL(address, location.origin).searchParams.get('state');
  if (!state) return 'missing';
  if (!tabStorage.set(STATE_KEY, state)) return 'blocked';
  if (returnPath) tabStorage.set(RETURN_PATH_KEY, returnPath);
  else tabStorage.remove(RETURN_PATH_KEY);
  return 'saved';
}

/** Returns and deletes the stored state, so that a callback is accepted only once. */
export function takeState() {
  const state = tabStorage.get(STATE_KEY);
  const returnPath = getReturnPath({ from: tabStorage.get(RETURN_PATH_KEY) });
  tabStorage.remove(STATE_KEY);
  tabStorage.remove(RETURN_PATH_KEY);
  return { state, returnPath };
}
