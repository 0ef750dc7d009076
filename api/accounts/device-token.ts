import type { Context } from 'koa';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';

const DEVICE_TOKEN = /^[\w-]{43}$/;

/** The token of the client's device; null when the header is missing or malformed. */
export function deviceTokenOf(http: Pick<Context, 'get'>): string | null {
  const token = http.get('X-Device-Token').trim();
  return DEVICE_TOKEN.test(token) ? token : null;
}

/** Records that the client's device has logged in to an account, and returns the token that it keeps. */
export const rememberDevice = (
  { privateData, clock }: Pick<ApiSystem, 'privateData' | 'clock'>,
  accountId: AccountId,
  presented: string | null,
): Promise<string> => privateData.devices.remember(accountId, presented, clock.now());
