import type { CommandContext, CommandResult, Handler } from '../handle.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { AccountRegistry } from '../ports/private-data.ts';
import { accountDecider } from './decide.ts';
import type { AccountEvent } from './events.ts';
import type { AccountState } from './state.ts';

export interface ErasureOptions {
  readonly handler: Pick<Handler, 'handle'>;
  readonly registry: Pick<AccountRegistry, 'erase'>;
}

/**
 * Erases an account. The event is appended first: the append decides atomically whether the account may be
 * erased, and afterwards no reader decrypts its texts, even if the key still exists. Then the private data is
 * deleted in one transaction. After a crash in between, the next attempt or `Registration.settle` deletes the
 * private data.
 */
export async function eraseAccount(
  { handler, registry }: ErasureOptions,
  accountId: AccountId,
  context: CommandContext,
): Promise<CommandResult<AccountState, AccountEvent>> {
  const erase = { type: 'EraseAccount', accountId } as const;
  const handled = await handler.handle(accountDecider, accountId, erase, context);
  if (handled.accepted) await registry.erase(accountId);
  return handled;
}
