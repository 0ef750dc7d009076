import type { CommandContext, Handler, ResultOf } from '../handle.ts';
import type { Rejected } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { SocialGraphCommand } from './commands.ts';
import {
  deriveLegacyFollowId,
  deriveRelationshipId,
  interactionRefused,
  legacyFollowDecider,
  relationshipDecider,
} from './decide.ts';
import type { RelationshipState } from './state.ts';

/** Returns the account that sends the command, then the other account. */
function getAccounts(command: SocialGraphCommand): readonly [AccountId, AccountId] {
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

/** State of a relationship's streams before a command. */
export interface KnownRelationship {
  readonly isStreamEmpty: boolean;
  /** Accounts that followed the other one according to the legacy streams. */
  readonly previousFollowerIds: readonly AccountId[];
}

async function findLegacyFollower(
  handler: Handler,
  followerId: AccountId,
  followeeId: AccountId,
): Promise<readonly AccountId[]> {
  const { state } = await handler.load(legacyFollowDecider, deriveLegacyFollowId(followerId, followeeId));
  return state.following[followerId] ? [followerId] : [];
}

/** Reads the three streams of a relationship with one query, so that most commands need no further one. */
export async function loadKnownRelationship(
  handler: Handler,
  one: AccountId,
  other: AccountId,
): Promise<KnownRelationship> {
  const [{ revision }, ...legacyFollowerIds] = await Promise.all([
    handler.load(relationshipDecider, deriveRelationshipId(one, other)),
    findLegacyFollower(handler, one, other),
    findLegacyFollower(handler, other, one),
  ]);
  return { isStreamEmpty: revision < 0, previousFollowerIds: legacyFollowerIds.flat() };
}

/**
 * Executes a command that concerns the relationship between two accounts.
 * @throws the errors of `Handler.handle`
 */
export async function handleSocialCommand(
  handler: Handler,
  command: SocialGraphCommand,
  context: CommandContext,
  knownRelationship?: KnownRelationship,
): Promise<ResultOf<typeof relationshipDecider>> {
  const [one, other] = getAccounts(command);
  const { isStreamEmpty, previousFollowerIds } =
    knownRelationship ?? (await loadKnownRelationship(handler, one, other));
  return handler.handle(
    relationshipDecider,
    deriveRelationshipId(one, other),
    { ...command, previousFollowerIds },
    { ...context, assumesEmptyStream: isStreamEmpty },
  );
}

/** Returns a rejection if, according to the log, either account blocks the other; otherwise null. */
export async function checkBlock(
  handler: Handler,
  one: AccountId,
  other: AccountId,
): Promise<Rejected | null> {
  if (one === other) return null;
  const { blockers } = await loadRelationship(handler, one, other);
  return blockers.length > 0 ? interactionRefused : null;
}

/** Loads the relationship between two accounts from the log, because read models lag behind it. */
export const loadRelationship = async (
  handler: Handler,
  one: AccountId,
  other: AccountId,
): Promise<RelationshipState> =>
  (await handler.load(relationshipDecider, deriveRelationshipId(one, other))).state;
