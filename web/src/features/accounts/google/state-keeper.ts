import { wayBackOf } from '../../../shared/way-back.ts';
import { tabKeeps } from '../../../state/browser-storage.ts';

const KEY = 'google-state';
const WAY_BACK = 'google-way-back';

/**
 * Keeps the state of an identity provider's address, to recognise the answer by, and where the reader came from. False
 * when it has none.
 */
export function keepState(address: string, wayBack: string | undefined): boolean {
  const state = new URL(address, location.origin).searchParams.get('state');
  if (!state) return false;
  tabKeeps.set(KEY, state);
  if (wayBack) tabKeeps.set(WAY_BACK, wayBack);
  else tabKeeps.remove(WAY_BACK);
  return true;
}

/** Takes the state that was kept; a second time there is none, so that an answer counts once. */
export function takeState(): { readonly state: string | null; readonly wayBack: string | undefined } {
  const state = tabKeeps.get(KEY);
  const wayBack = wayBackOf({ from: tabKeeps.get(WAY_BACK) });
  tabKeeps.remove(KEY);
  tabKeeps.remove(WAY_BACK);
  return { state, wayBack };
}
