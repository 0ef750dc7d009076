import type { Context } from 'koa';
import type { Call } from '../../contract/call.ts';
import { isStaffRole } from '../../domain/accounts/roles.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import type { Caller } from './caller.ts';
import { getNetwork } from './client-address.ts';
import { toApiFailure } from './error-response.ts';
import type { ApiSystem } from './system.ts';

/** Returns whether only staff can make a call. Staff writes are recorded as security events. */
export const isStaffCall = ({ audience }: Pick<Call, 'audience'>): boolean =>
  typeof audience !== 'string' && audience.every(isStaffRole);

/** Handles a request of an account. Records a security event if it is denied or is a staff action. */
export async function handleWithSecurityEvents(
  { security, clientAddresses }: Pick<ApiSystem, 'security' | 'clientAddresses'>,
  call: Call,
  caller: Pick<Caller, 'id'>,
  http: Context,
  handle: () => Promise<void>,
): Promise<void> {
  const recordEvent = (kind: 'access-denied' | 'staff-action'): void => {
    const subjectId = Object.values<string>(http.params).find(isUuid);
    const network = getNetwork(clientAddresses.getAddress(http.req));
    security.record({ kind, accountId: caller.id, network, action: call.name, subjectId });
  };
  try {
    await handle();
  } catch (error) {
    if (toApiFailure(error).status === 403) recordEvent('access-denied');
    throw error;
  }
  if (isStaffCall(call) && call.method !== 'GET') recordEvent('staff-action');
}
