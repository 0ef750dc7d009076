import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import type { Handler } from '../../domain/handle.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import {
  deriveReleaseId,
  findDueRefund,
  findDueRelease,
  type HeldDonation,
  type SettledCrowdfunding,
  type SettlementCommand,
} from '../../domain/settlement/settlement.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import type { OrderedCancellation } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import type { WorkerLogger } from '../worker.ts';
import {
  createAttemptCommand,
  createSettlementContext,
  EMPTY_OUTCOME,
  mergeOutcomes,
  type RoundOutcome,
  SettlementRefused,
} from './command-attempts.ts';
import { createCrowdfundingCommands } from './crowdfunding-commands.ts';
import { createRetries, type Retries } from './retries.ts';
import type { SettlementRows } from './settlement-rows.ts';

/** Dependencies and limits of a settlement round. */
export interface RoundOptions {
  readonly rows: SettlementRows;
  readonly handler: Handler;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly tracing?: Tracing;
  readonly logger: WorkerLogger;
  readonly retries?: Retries;
  /** Limits per round. The limit of commands per campaign keeps a large campaign from blocking others. */
  readonly limits?: { readonly crowdfundings: number; readonly commands: number };
}

const DEFAULT_LIMITS = { crowdfundings: 100, commands: 2_000 };
const CONCURRENCY = 64;

/** Settling rows whose events are lost would release or refund donations that were never made. */
class RowsAheadOfLog extends Error {
  constructor() {
    super('the read models are ahead of the log; kindra status prints the command that repairs them');
    this.name = 'RowsAheadOfLog';
  }
}

/**
 * Creates a function that settles ended campaigns. It refunds the donations of cancelled campaigns in order, releases
 * the total of closed campaigns to their creators, and refunds late donations. It also notifies creators before the
 * automatic refund, expires campaigns, and cancels campaigns as ordered by staff.
 *
 * All due work is derived from the rows, and repeating a command has no effect, so another worker can continue after a
 * crash. Failed commands are retried with exponential backoff and do not block other work.
 */
export function createSettlementRound(system: RoundOptions): (signal: AbortSignal) => Promise<RoundOutcome> {
  const { rows, handler, clock, ids, logger } = system;
  const { tracing = noTracing, retries = createRetries(), limits = DEFAULT_LIMITS } = system;

  const attemptCommand = createAttemptCommand(retries);
  const { expireCrowdfunding, announceExpiry, cancelAsOrdered } = createCrowdfundingCommands({
    handler,
    clock,
    ids,
    attemptCommand,
  });

  /** Sums the donations only if the release is due, because there can be many. */
  async function loadDueRelease(crowdfunding: SettledCrowdfunding): Promise<SettlementCommand | null> {
    const { id, outcome, decided, released } = crowdfunding;
    if (outcome !== 'RELEASE' || decided === null || released > 0) return null;
    if (!retries.isDue(deriveReleaseId(crowdfunding))) return null;
    return findDueRelease(crowdfunding, (await rows.sumHeldBefore(id, decided)) ?? 0);
  }

  /** Returns a campaign's due commands, except those waiting for a retry. */
  async function listDueCommands(crowdfunding: SettledCrowdfunding): Promise<readonly SettlementCommand[]> {
    const { id, outcome, decided } = crowdfunding;
    const end = outcome === 'RELEASE' ? (decided ?? 0) : 0;
    const release = await loadDueRelease(crowdfunding);
    const dueCommands = release ? [release] : [];
    const readPage = (last: HeldDonation | null) =>
      rows.listHeldDonations(id, last?.position ?? end, limits.commands);
    for await (const donation of iteratePages(readPage, limits.commands)) {
      const refund = findDueRefund(crowdfunding, donation);
      // Commands that wait for a retry must not use up the limit.
      if (refund && retries.isDue(refund.commandId)) dueCommands.push(refund);
      if (dueCommands.length >= limits.commands) break;
    }
    return dueCommands;
  }

  async function executeAll(
    id: CrowdfundingId,
    dueCommands: readonly SettlementCommand[],
    signal: AbortSignal,
  ): Promise<RoundOutcome> {
    const outcomes: RoundOutcome[] = [];
    await forEachConcurrently(dueCommands, CONCURRENCY, async ({ commandId, command }) => {
      if (signal.aborted) return;
      const execute = () =>
        handler.handle(
          walletDecider,
          command.accountId,
          command,
          createSettlementContext(clock, id, commandId),
        );
      outcomes.push(await attemptCommand(commandId, execute));
    });
    return mergeOutcomes(outcomes);
  }

  /** Logs one line per kind of failure. */
  function logFailures(crowdfunding: CrowdfundingId, failures: readonly unknown[]): void {
    const refusals = failures.filter((error) => error instanceof SettlementRefused);
    const otherFailures = failures.filter((error) => !(error instanceof SettlementRefused));
    for (const [errors, message] of [
      [refusals, 'settlement refused'],
      [otherFailures, 'crowdfunding not settled'],
    ] as const)
      if (errors.length > 0)
        logger.error({ err: errors[0], crowdfunding, failed: errors.length }, message, crowdfunding);
  }

  async function settle(crowdfunding: SettledCrowdfunding, signal: AbortSignal): Promise<RoundOutcome> {
    const { id } = crowdfunding;
    const dueCommands = await listDueCommands(crowdfunding);
    if (dueCommands.length === 0) return EMPTY_OUTCOME;
    const describeSpan = () => ({ attributes: { 'kindra.correlation_id': id }, causes: [] });
    return tracing.runInSpan('settle crowdfunding', describeSpan, async (span) => {
      const outcome = await executeAll(id, dueCommands, signal);
      const { completedCount } = outcome;
      span.set({ 'kindra.settlement.commands': completedCount });
      if (completedCount > 0)
        logger.info({ crowdfunding: id, commands: completedCount }, 'crowdfunding settled');
      return outcome;
    });
  }

  /** Processes campaigns until the round reaches its maximum number of attempts. */
  async function forEachPage<Crowdfunding extends { readonly id: CrowdfundingId }>(
    readPage: (last: Crowdfunding | null) => Promise<readonly Crowdfunding[]>,
    work: (crowdfunding: Crowdfunding) => Promise<RoundOutcome>,
    signal: AbortSignal,
  ): Promise<RoundOutcome> {
    const outcomes: RoundOutcome[] = [];
    for await (const crowdfunding of iteratePages(readPage, limits.crowdfundings)) {
      if (signal.aborted || outcomes.length === limits.crowdfundings) break;
      if (!(await rows.areInLog())) throw new RowsAheadOfLog();
      const outcome = await work(crowdfunding);
      logFailures(crowdfunding.id, outcome.failures);
      if (outcome.attemptCount > 0 && outcome.failures.length === 0) logger.recovered?.(crowdfunding.id);
      if (outcome.attemptCount > 0) outcomes.push(outcome);
    }
    return mergeOutcomes(outcomes);
  }

  return async (signal) => {
    const { crowdfundings } = limits;
    const now = clock.now();
    const expiryOutcome = await forEachPage<SettledCrowdfunding>(
      (last) => rows.listCrowdfundingsToExpire(now, last, crowdfundings),
      expireCrowdfunding,
      signal,
    );
    const announcementOutcome = await forEachPage<SettledCrowdfunding>(
      (last) => rows.listCrowdfundingsToAnnounce(now, last, crowdfundings),
      announceExpiry,
      signal,
    );
    const cancellationOutcome = await forEachPage<OrderedCancellation>(
      (last) => rows.listCrowdfundingsToCancel(last, crowdfundings),
      cancelAsOrdered,
      signal,
    );
    const settlementOutcome = await forEachPage<SettledCrowdfunding>(
      (last) => rows.listCrowdfundingsToSettle(last?.decided ?? 0, crowdfundings),
      (crowdfunding) => settle(crowdfunding, signal),
      signal,
    );
    return mergeOutcomes([expiryOutcome, announcementOutcome, cancellationOutcome, settlementOutcome]);
  };
}

/** Iterates over pages. Each page starts after the last item of the previous page. */
async function* iteratePages<Item>(
  readPage: (last: Item | null) => Promise<readonly Item[]>,
  size: number,
): AsyncIterable<Item> {
  let page = await readPage(null);
  yield* page;
  while (page.length === size) {
    page = await readPage(page.at(-1) ?? null);
    yield* page;
  }
}
