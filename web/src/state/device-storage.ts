import { browserStorage } from './browser-storage.ts';

const DEVICE_TOKEN_KEY = 'deviceToken';

/** Returns the token that identifies this browser at login. The token outlives sessions. */
export const loadDeviceToken = (): string | undefined => browserStorage.get(DEVICE_TOKEN_KEY) ?? undefined;

/** Stores the device token from a response. Does nothing if `token` is undefined. */
export function saveDeviceToken(token: string | undefined): void {
  if (token) browserStorage.set(DEVICE_TOKEN_KEY, token);
}
