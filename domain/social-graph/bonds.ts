import type { CommandContext, Handled, Handler } from '../handle.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { SocialGraphCommand } from './commands.ts';
import { bondDecider, bondId, earlierFollowDecider, earlierFollowId } from './decide.ts';
import type { SocialGraphEvent } from './events.ts';
import type { BondState } from './state.ts';

/** Who commands, and whom it is about. */
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
 * Carries out what one account wishes about another.
 * @throws the errors of `Handler.handle`
 */
export async function handleBond(
  handler: Handler,
  command: SocialGraphCommand,
  context: CommandContext,
): Promise<Handled<BondState, SocialGraphEvent>> {
  const [one, other] = sidesOf(command);
  const before = await Promise.all([
    followedBefore(handler, one, other),
    followedBefore(handler, other, one),
  ]);
  const wish = { ...command, followedBefore: before.flat() };
  return handler.handle(bondDecider, bondId(one, other), wish, context);
}

/** What two accounts are to each other by the log, which knows a block before the reads show it. */
export const bondOf = async (handler: Handler, one: AccountId, other: AccountId): Promise<BondState> =>
  (await handler.load(bondDecider, bondId(one, other))).state;
