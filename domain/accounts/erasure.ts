import type { CommandContext, Handler } from '../handle.ts';
import type { Rejection } from '../kernel/decider.ts';
import type { Position } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { AccountRegistry } from '../ports/private-data.ts';
import { accountDecider } from './decide.ts';

/** What came of an erasure. `changed` is false when the account was erased before. */
export type Erased =
  | { readonly accepted: true; readonly changed: boolean; readonly position: Position }
  | { readonly accepted: false; readonly rejection: Rejection };

export interface ErasureOptions {
  readonly handler: Pick<Handler, 'handle'>;
  readonly registry: Pick<AccountRegistry, 'erase'>;
}

/**
 * Forgets a person. The event comes first: it is what decides, atomically, whether they may be erased, and from it on no
 * reader opens their texts, though the key be there. Then all that is known of them goes, in one transaction. A crash
 * in between leaves private data that the next attempt, or the settling of registrations, deletes.
 */
export async function eraseAccount(
  { handler, registry }: ErasureOptions,
  accountId: AccountId,
  context: CommandContext,
): Promise<Erased> {
  const handled = await handler.handle(
    accountDecider,
    accountId,
    { type: 'EraseAccount', accountId },
    context,
  );
  if (!handled.accepted) return handled;
  await registry.erase(accountId);
  return { accepted: true, changed: handled.events.length > 0, position: handled.position };
}
