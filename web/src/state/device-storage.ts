import { browserKeeps } from './browser-storage.ts';

const KEY = 'deviceToken';

/** The token by which the server recognises this browser when somebody logs in. It outlives sessions. */
export const loadDeviceToken = (): string | undefined => browserKeeps.get(KEY) ?? undefined;

/** Keeps the device token of an answer; an answer without one changes nothing. */
export function saveDeviceToken(token: string | undefined): void {
  if (token) browserKeeps.set(KEY, token);
}
