import type { CommandContext, CommandResult, Handler } from '../handle.ts';
import type { Rejected } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { SocialGraphCommand } from './commands.ts';
import { bondDecider, bondId, cannotInteract, earlierFollowDecider, earlierFollowId } from './decide.ts';
import type { SocialGraphEvent } from './events.ts';
import type { BondState } from './state.ts';

/** Returns the account that sends the command, and the other one. */
function sidesOf(command: SocialGraphCommand): readonly [AccountId, AccountId] {
  switch (command.type) {
    case 'ToggleFollow':
      return [command.followerId, command.followeeId];
    case 'BlockAccount':
    case 'UnblockAccount':
      return [command.blockerId, command.blockedId];
    case 'MuteAccount':
    case 'UnmuteAccount':
      return [command.muterId, command.mutedId];
  }
}

async function followedBefore(
  handler: Handler,
  followerId: AccountId,
  followeeId: AccountId,
): Promise<readonly AccountId[]> {
  const { state } = await handler.load(earlierFollowDecider, earlierFollowId(followerId, followeeId));
  return state.following[followerId] ? [followerId] : [];
}

/**
 * Executes a command about the relationship of two accounts.
 * @throws the errors of `Handler.handle`
 */
export async function handleBond(
  handler: Handler,
  command: SocialGraphCommand,
  context: CommandContext,
): Promise<CommandResult<BondState, SocialGraphEvent>> {
  const [one, other] = sidesOf(command);
  const before = await Promise.all([
    followedBefore(handler, one, other),
    followedBefore(handler, other, one),
  ]);
  const wish = { ...command, followedBefore: before.flat() };
  return handler.handle(bondDecider, bondId(one, other), wish, context);
}

/** Returns a rejection if one of two accounts blocks the other according to the log, otherwise null. */
export async function blockBetween(
  handler: Handler,
  one: AccountId,
  other: AccountId,
): Promise<Rejected | null> {
  if (one === other) return null;
  const { blockers } = await bondOf(handler, one, other);
  return blockers.length > 0 ? cannotInteract : null;
}

/** Loads the relationship of two accounts from the log, because read models lag behind it. */
export const bondOf = async (handler: Handler, one: AccountId, other: AccountId): Promise<BondState> =>
  (await handler.load(bondDecider, bondId(one, other))).state;
