import { wayBackOf } from '../../../shared/way-back.ts';
import { tabKeeps } from '../../../state/browser-storage.ts';

const KEY = 'google-state';
const WAY_BACK = 'google-way-back';

/** What became of a state: a browser that keeps nothing would not know it on the way back. */
export type Keeping = 'kept' | 'no state' | 'not kept';

/** Keeps the state of an identity provider's address, to recognise the answer by, and where the reader came from. */
export function keepState(address: string, wayBack: string | undefined): Keeping {
  const state = new URL(address, location.origin).searchParams.get('state');
  if (!state) return 'no state';
  if (!tabKeeps.set(KEY, state)) return 'not kept';
  if (wayBack) tabKeeps.set(WAY_BACK, wayBack);
  else tabKeeps.remove(WAY_BACK);
  return 'kept';
}

/** Takes the state that was kept; a second time there is none, so that an answer counts once. */
export function takeState(): { readonly state: string | null; readonly wayBack: string | undefined } {
  const state = tabKeeps.get(KEY);
  const wayBack = wayBackOf({ from: tabKeeps.get(WAY_BACK) });
  tabKeeps.remove(KEY);
  tabKeeps.remove(WAY_BACK);
  return { state, wayBack };
}
