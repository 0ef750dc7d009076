const KEY = 'google-state';

/** Keeps the state of an identity provider's address, to recognise the answer by. False when it has none. */
export function keepState(address: string): boolean {
  const state = new URL(address, location.origin).searchParams.get('state');
  if (!state) return false;
  sessionStorage.setItem(KEY, state);
  return true;
}

/** Takes the state that was kept; a second time there is none, so that an answer counts once. */
export function takeState(): string | null {
  const state = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return state;
}
