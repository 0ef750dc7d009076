import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { describeDevice } from './device.ts';
import { getLanguage } from './language.ts';

const DEVICE_TOKEN_PATTERN = /^[\w-]{43}$/;

type DeviceSystem = Pick<ApiSystem, 'privateData' | 'clock' | 'secret' | 'handler' | 'publicUrl'>;
type DeviceRequest = Pick<RouteRequest, 'http' | 'userAgent'>;

/** Returns the device token of the client, or null when the header is missing or malformed. */
export function readDeviceToken(http: Pick<Context, 'get'>): string | null {
  const token = http.get('X-Device-Token').trim();
  return DEVICE_TOKEN_PATTERN.test(token) ? token : null;
}

async function queueNewDeviceEmail(
  { privateData, handler, clock, publicUrl }: DeviceSystem,
  accountId: AccountId,
  { http, userAgent }: DeviceRequest,
  loginId: Uuid,
): Promise<void> {
  const { state } = await handler.load(accountDecider, accountId);
  const { browser, system } = describeDevice(userAgent);
  await privateData.emails.queue({
    id: loginId,
    accountId,
    kind: 'new-device',
    language: getLanguage(http),
    content: {
      nickname: state.nickname,
      device: [browser, system].filter(Boolean).join(', '),
      time: clock.now().slice(0, 16).replace('T', ' '),
      link: `${publicUrl}/settings/sessions`,
    },
  });
}

/**
 * Records a login and returns the token that the device must store. A new token is derived from the login id, so a
 * repeated request returns the same one. If the account has used other devices before, an email announces the new one.
 */
export async function rememberDevice(
  system: DeviceSystem,
  accountId: AccountId,
  request: DeviceRequest,
  loginId: Uuid,
): Promise<string> {
  const { privateData, clock, secret } = system;
  const newToken = createHmac('sha256', secret).update(`device:${loginId}`).digest('base64url');
  const presentedToken = readDeviceToken(request.http);
  const { token, isAdditional } = await privateData.devices.remember(
    accountId,
    presentedToken,
    newToken,
    clock.now(),
  );
  if (isAdditional) await queueNewDeviceEmail(system, accountId, request, loginId);
  return token;
}
