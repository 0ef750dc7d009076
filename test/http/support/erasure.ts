import { eraseAccount } from '../../../domain/accounts/erasure.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { api } from './shared-api.ts';

/** Creates the context of a command of an operator. */
export function createOperatorContext(reason?: string) {
  const { ids, clock } = api.foundation;
  const commandId = ids.next();
  return {
    commandId,
    correlationId: commandId,
    actor: { kind: 'operator', id: 'tests' } as const,
    occurredAt: clock.now(),
    ...(reason && { reason }),
  };
}

/** Erases an account and waits until every read model shows it. */
export async function erase(accountId: string, reason = 'They asked for it'): Promise<void> {
  const { handler, privateData, progress } = api.foundation;
  const system = { handler, registry: privateData.registry };
  const erased = await eraseAccount(system, accountId, createOperatorContext(reason));
  if (!erased.accepted) throw new Error(erased.rejection.message);
  expect(await progress.waitFor(projectionNames, erased.position, WAIT_MS)).toBe(true);
}
