import { wayBackOf } from '../../../shared/way-back.ts';
import { tabKeeps } from '../../../state/browser-storage.ts';

const KEY = 'google-state';
const WAY_BACK = 'google-way-back';

/** Result of storing a state. Without a stored state the callback cannot be verified. */
export type Keeping = 'kept' | 'no state' | 'not kept';

/** Stores the state of an identity provider's address, to verify the callback, and the page to return to. */
export function keepState(address: string, wayBack: string | undefined): Keeping {
  const state = new URL(address, location.origin).searchParams.get('state');
  if (!state) return 'no state';
  if (!tabKeeps.set(KEY, state)) return 'not kept';
  if (wayBack) tabKeeps.set(WAY_BACK, wayBack);
  else tabKeeps.remove(WAY_BACK);
  return 'kept';
}

/** Returns the stored state and deletes it, so that a callback is accepted once. */
export function takeState(): { readonly state: string | null; readonly wayBack: string | undefined } {
  const state = tabKeeps.get(KEY);
  const wayBack = wayBackOf({ from: tabKeeps.get(WAY_BACK) });
  tabKeeps.remove(KEY);
  tabKeeps.remove(WAY_BACK);
  return { state, wayBack };
}
