import type { CommandContext, Handler, ResultOf } from '../handle.ts';
import type { OfType } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { AccountRegistry } from '../ports/account-registry.ts';
import type { AccountCommand } from './commands.ts';
import { accountDecider } from './decide.ts';

interface ErasureOptions {
  readonly handler: Pick<Handler, 'handle'>;
  readonly registry: Pick<AccountRegistry, 'erase'>;
}

/**
 * Erases an account. The event is appended first: this decides atomically whether the account can be erased. From then
 * on, its texts are no longer decrypted, even if the key still exists. The private data is then deleted in one
 * transaction. After a crash in between, it is deleted by the next attempt or by `Registration.settle`.
 */
export const eraseAccount = (
  options: ErasureOptions,
  accountId: AccountId,
  context: CommandContext,
): Promise<ResultOf<typeof accountDecider>> => execute(options, { type: 'EraseAccount', accountId }, context);

/** Erases an account if its scheduled erasure is due. Otherwise, the result has no events. */
export const eraseScheduledAccount = (
  options: ErasureOptions,
  accountId: AccountId,
  context: CommandContext,
): Promise<ResultOf<typeof accountDecider>> =>
  execute(options, { type: 'EraseScheduledAccount', accountId, now: context.occurredAt }, context);

async function execute(
  { handler, registry }: ErasureOptions,
  command: OfType<AccountCommand, 'EraseAccount' | 'EraseScheduledAccount'>,
  context: CommandContext,
): Promise<ResultOf<typeof accountDecider>> {
  const { accountId } = command;
  const commandResult = await handler.handle(accountDecider, accountId, command, context);
  if (commandResult.accepted && commandResult.state.status === 'ERASED') await registry.erase(accountId);
  return commandResult;
}
