import { getReturnPath } from '../../../shared/return-target.ts';
import { tabStorage } from '../../../state/browser-storage.ts';

const STATE_KEY = 'google-state';
const RETURN_PATH_KEY = 'google-way-back';

/** Result of storing a state. Without a stored state the callback cannot be verified. */
export type SaveStateResult = 'kept' | 'no state' | 'not kept';

/** Stores the state of an identity provider's address, to verify the callback, and the page to return to. */
export function saveState(address: string, wayBack: string | undefined): SaveStateResult {
  const state = new URL(address, location.origin).searchParams.get('state');
  if (!state) return 'no state';
  if (!tabStorage.set(STATE_KEY, state)) return 'not kept';
  if (wayBack) tabStorage.set(RETURN_PATH_KEY, wayBack);
  else tabStorage.remove(RETURN_PATH_KEY);
  return 'kept';
}

/** Returns the stored state and deletes it, so that a callback is accepted once. */
export function takeState(): { readonly state: string | null; readonly returnPath: string | undefined } {
  const state = tabStorage.get(STATE_KEY);
  const wayBack = getReturnPath({ from: tabStorage.get(RETURN_PATH_KEY) });
  tabStorage.remove(STATE_KEY);
  tabStorage.remove(RETURN_PATH_KEY);
  return { state, returnPath: wayBack };
}
