/** Use cases for account deletion at the owner's request. */
import { iteratePages } from '../common/iterate-pages.ts';
import { accountDecider } from '../domain/accounts/decide.ts';
import { eraseScheduledAccount } from '../domain/accounts/erasure.ts';
import { DELETION_DELAY_DAYS, deletionHasCrowdfundings } from '../domain/accounts/rules.ts';
import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import { attemptEach } from '../domain/kernel/attempt-each.ts';
import type { Coins } from '../domain/kernel/coins.ts';
import { refuse } from '../domain/kernel/decider.ts';
import { type AccountId, addDays } from '../domain/kernel/ids.ts';
import type { Language } from '../domain/kernel/language.ts';
import type { IdSource } from '../domain/ports/clock.ts';
import { isLogUnavailable } from '../domain/ports/event-log.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';
import type { SecurityEvents } from '../domain/ports/security-events.ts';
import { type DueDeletion, listDueDeletions } from '../projections/accounts/profiles/query.ts';
import {
  listUnfinishedCrowdfundings,
  sumRefundableDonations,
  type UnfinishedCrowdfunding,
} from '../projections/crowdfunding/unfinished/query.ts';
import type { Queryable } from '../projections/queryable.ts';
import { getWallet } from '../projections/wallet/wallets/query.ts';
import { logOutEverywhere } from './accounts.ts';
import {
  type ErasureDependencies,
  findErasureObstacles,
  loadRecentPayments,
  type RecentPayments,
} from './erasure.ts';

type DeletionResult = Promise<ResultOf<typeof accountDecider>>;

interface DeletionDependencies {
  readonly pool: Queryable;
  readonly handler: Handler;
  readonly privateData: PrivateData;
  readonly ids: IdSource;
  readonly publicUrl: string;
}

/** Coins that are affected when an account is deleted, and campaigns that prevent the deletion. */
export interface DeletionTerms {
  /** Coins that remain in the wallet. They cannot be spent after the erasure. */
  readonly walletCoins: Coins;
  /** Coins donated to campaigns that are not closed yet. They can still be refunded to the wallet. */
  readonly coinsInCrowdfundings: Coins;
  /** Pending and active campaigns. They must be closed or cancelled first. */
  readonly crowdfundings: readonly Pick<UnfinishedCrowdfunding, 'id' | 'title' | 'status'>[];
}

/** Returns the deletion terms for an account, according to the read models. */
export async function getDeletionTerms(
  { pool }: Pick<DeletionDependencies, 'pool'>,
  accountId: AccountId,
): Promise<DeletionTerms> {
  const [{ walletCoins }, coinsInCrowdfundings, unfinishedCrowdfundings] = await Promise.all([
    getWallet(pool, accountId),
    sumRefundableDonations(pool, accountId),
    listUnfinishedCrowdfundings(pool, accountId),
  ]);
  const crowdfundings = unfinishedCrowdfundings
    .filter(({ status }) => status === 'PENDING' || status === 'ACTIVE')
    .map(({ id, title, status }) => ({ id, title, status }));
  return { walletCoins, coinsInCrowdfundings, crowdfundings };
}

/**
 * Schedules an account's erasure, deactivates it, logs it out everywhere, and emails the owner how to cancel the
 * deletion. Rejects accounts with pending or active campaigns.
 */
export async function scheduleDeletion(
  dependencies: DeletionDependencies,
  accountId: AccountId,
  language: Language,
  context: CommandContext,
): DeletionResult {
  const { crowdfundings } = await getDeletionTerms(dependencies, accountId);
  if (crowdfundings.length > 0) return refuse(deletionHasCrowdfundings);
  const eraseAt = addDays(context.occurredAt, DELETION_DELAY_DAYS);
  const scheduleCommand = { type: 'ScheduleDeletion', accountId, eraseAt } as const;
  const commandResult = await dependencies.handler.handle(
    accountDecider,
    accountId,
    scheduleCommand,
    context,
  );
  if (!commandResult.accepted || commandResult.state.eraseAt === null) return commandResult;
  await logOutEverywhere(dependencies, accountId);
  await dependencies.privateData.emails.queue({
    id: context.commandId,
    accountId,
    kind: 'deletion-scheduled',
    language,
    content: {
      nickname: commandResult.state.nickname,
      link: `${dependencies.publicUrl}/login`,
      day: commandResult.state.eraseAt.slice(0, 10),
    },
  });
  return commandResult;
}

/** Cancels an account's scheduled erasure and reactivates the account. Has no effect if no erasure is scheduled. */
export async function cancelDeletion(
  { handler, privateData }: Pick<DeletionDependencies, 'handler' | 'privateData'>,
  accountId: AccountId,
  language: Language,
  context: CommandContext,
): DeletionResult {
  const cancelCommand = { type: 'CancelDeletion', accountId } as const;
  const commandResult = await handler.handle(accountDecider, accountId, cancelCommand, context);
  if (commandResult.accepted && commandResult.events.length > 0)
    await privateData.emails.queue({
      id: context.commandId,
      accountId,
      kind: 'deletion-cancelled',
      language,
      content: { nickname: commandResult.state.nickname },
    });
  return commandResult;
}

/** Dependencies of `eraseDueAccounts`. */
export interface DueDeletionDependencies extends ErasureDependencies {
  readonly handler: Handler;
  readonly privateData: Pick<PrivateData, 'registry'>;
  readonly ids: IdSource;
  readonly security: SecurityEvents;
}

/** Maximum number of accounts that are erased per run, and number of accounts per page. */
const BATCH_SIZE = 50;
/** Maximum wait for the read models, in milliseconds. */
const WAIT_MS = 5_000;

/** Erases an account unless there is an obstacle. Returns whether it was erased. */
async function eraseIfPossible(
  dependencies: DueDeletionDependencies,
  accountId: AccountId,
  recentPayments: RecentPayments,
): Promise<boolean> {
  const { handler, privateData, clock, ids, security } = dependencies;
  const obstacles = await findErasureObstacles(dependencies, accountId, WAIT_MS, recentPayments);
  if (obstacles.length > 0) return false;
  const commandId = ids.next();
  const commandResult = await eraseScheduledAccount({ handler, registry: privateData.registry }, accountId, {
    commandId,
    correlationId: commandId,
    actor: { kind: 'system', id: 'deletions' },
    occurredAt: clock.now(),
    reason: 'Requested by the account.',
  });
  if (!commandResult.accepted || commandResult.state.status !== 'ERASED') return false;
  security.record({ kind: 'account-erased', subjectId: accountId });
  return true;
}

/** Reads the accounts whose scheduled erasure is due, until `isComplete` returns true. */
async function* readDueAccounts(
  { pool, clock }: DueDeletionDependencies,
  isComplete: () => boolean,
): AsyncGenerator<AccountId> {
  const now = clock.now();
  const readPage = (last: DueDeletion | null) => listDueDeletions(pool, now, last, BATCH_SIZE);
  for await (const { id } of iteratePages(readPage, BATCH_SIZE)) {
    if (isComplete()) return;
    yield id;
  }
}

/**
 * Erases the accounts whose scheduled erasure is due, at most 50. Skips accounts with obstacles, such as a payment in
 * progress or a campaign that still holds coins; a later run erases them.
 * @throws the first failure, after attempting the other accounts
 */
export async function eraseDueAccounts(dependencies: DueDeletionDependencies): Promise<void> {
  let erasedCount = 0;
  // Loaded once: accounts that are due cannot start payments, because they have been deactivated for 14 days.
  let recentPayments: Promise<RecentPayments> | null = null;
  const dueAccounts = readDueAccounts(dependencies, () => erasedCount === BATCH_SIZE);
  await attemptEach(dueAccounts, isLogUnavailable, async (accountId) => {
    recentPayments ??= loadRecentPayments(dependencies);
    if (await eraseIfPossible(dependencies, accountId, await recentPayments)) erasedCount += 1;
  });
}
