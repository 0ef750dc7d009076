import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';

const DEVICE_TOKEN_PATTERN = /^[\w-]{43}$/;

/** Returns the token of the client's device, or null when the header is missing or malformed. */
export function readDeviceToken(http: Pick<Context, 'get'>): string | null {
  const token = http.get('X-Device-Token').trim();
  return DEVICE_TOKEN_PATTERN.test(token) ? token : null;
}

/**
 * Records a login from the client's device, and returns the token that the device must store. A new token is
 * derived from the id of the login, so that a repeated request returns the same token.
 */
export function rememberDevice(
  { privateData, clock, secret }: Pick<ApiSystem, 'privateData' | 'clock' | 'secret'>,
  accountId: AccountId,
  presentedToken: string | null,
  loginId: Uuid,
): Promise<string> {
  const newToken = createHmac('sha256', secret).update(`device:${loginId}`).digest('base64url');
  return privateData.devices.remember(accountId, presentedToken, newToken, clock.now());
}
