import { browserStorage } from './browser-storage.ts';

const DEVICE_TOKEN_KEY = 'deviceToken';

/** Returns the token that identifies this browser at login. It outlives sessions. */
export const loadDeviceToken = (): string | undefined => browserStorage.get(DEVICE_TOKEN_KEY) ?? undefined;

/** Stores the device token of a response; undefined changes nothing. */
export function saveDeviceToken(token: string | undefined): void {
  if (token) browserStorage.set(DEVICE_TOKEN_KEY, token);
}
