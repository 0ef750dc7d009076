import type { Context } from 'koa';
import { isUuid } from '../../domain/kernel/ids.ts';
import type { Call } from '../contract/call.ts';
import type { Caller } from './caller.ts';
import { networkOf } from './client-address.ts';
import { failureOf } from './error-answer.ts';
import type { ApiSystem } from './system.ts';

/** Whether a call is for staff only. Its writes are listed as staff actions. */
export const isForStaff = ({ who }: Pick<Call, 'who'>): boolean => Array.isArray(who);

/** Runs an admitted account's request, and records it when it is denied or is an action of staff. */
export async function recordOutcome(
  { security, clientAddresses }: Pick<ApiSystem, 'security' | 'clientAddresses'>,
  call: Call,
  caller: Pick<Caller, 'id'>,
  http: Context,
  run: () => Promise<void>,
): Promise<void> {
  const record = (kind: 'access-denied' | 'staff-action'): void => {
    const subjectId = Object.values<string>(http.params).find(isUuid);
    const network = networkOf(clientAddresses.addressOf(http.req));
    security.record({ kind, accountId: caller.id, network, action: call.name, subjectId });
  };
  try {
    await run();
  } catch (error) {
    if (failureOf(error).status === 403) record('access-denied');
    throw error;
  }
  if (isForStaff(call) && call.method !== 'GET') record('staff-action');
}
