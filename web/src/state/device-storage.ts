import { browserKeeps } from './browser-storage.ts';

const KEY = 'deviceToken';

/** Token that identifies this browser at login. It outlives sessions. */
export const loadDeviceToken = (): string | undefined => browserKeeps.get(KEY) ?? undefined;

/** Stores the device token of a response; undefined changes nothing. */
export function saveDeviceToken(token: string | undefined): void {
  if (token) browserKeeps.set(KEY, token);
}
