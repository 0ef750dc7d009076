import { eraseAccount } from '../../../domain/accounts/erasure.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { api } from './shared-api.ts';

/** Creates the context for a command that an operator executes. */
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

/** Erases an account and waits until all projections have applied the erasure. */
export async function erase(accountId: string, reason = 'They asked for it'): Promise<void> {
  const { handler, privateData, progress } = api.foundation;
  const system = { handler, registry: privateData.registry };
  const result = await eraseAccount(system, accountId, createOperatorContext(reason));
  if (!result.accepted) throw new Error(result.rejection.message);
  expect(await progress.waitFor(projectionNames, result.position, WAIT_MS)).toBe(true);
}
