import { iteratePages } from '../../common/iterate-pages.ts';
import type { Handler } from '../../domain/handle.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import type { CrowdfundingSettlement } from '../../domain/settlement/settlement.ts';
import type { OrderedCancellation } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import type { WorkerLogger } from '../worker.ts';
import {
  createAttemptCommand,
  mergeOutcomes,
  type RoundOutcome,
  SettlementRefused,
} from './command-attempts.ts';
import { createCrowdfundingCommands } from './crowdfunding-commands.ts';
import { createRetries, type Retries } from './retries.ts';
import { createSettleCrowdfunding } from './settle-crowdfunding.ts';
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

/** Settling rows whose events are lost would release or refund donations that were never made. */
class RowsAheadOfLog extends Error {
  constructor() {
    super('the read models are ahead of the log; kindra status prints the command that repairs them');
    this.name = 'RowsAheadOfLog';
  }
}

/** Logs one line per kind of failure. */
function logFailures(logger: WorkerLogger, crowdfunding: CrowdfundingId, failures: readonly unknown[]): void {
  const refusals = failures.filter((error) => error instanceof SettlementRefused);
  const otherFailures = failures.filter((error) => !(error instanceof SettlementRefused));
  for (const [errors, message] of [
    [refusals, 'settlement refused'],
    [otherFailures, 'crowdfunding not settled'],
  ] as const)
    if (errors.length > 0)
      logger.error({ err: errors[0], crowdfunding, failed: errors.length }, message, crowdfunding);
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
  const settleCrowdfunding = createSettleCrowdfunding({
    rows,
    handler,
    clock,
    tracing,
    logger,
    retries,
    attemptCommand,
    commandLimit: limits.commands,
  });

  /** Processes campaigns until the round reaches its maximum number of attempts. */
  async function processCrowdfundings<Crowdfunding extends { readonly id: CrowdfundingId }>(
    readPage: (last: Crowdfunding | null) => Promise<readonly Crowdfunding[]>,
    work: (crowdfunding: Crowdfunding) => Promise<RoundOutcome>,
    signal: AbortSignal,
  ): Promise<RoundOutcome> {
    const outcomes: RoundOutcome[] = [];
    for await (const crowdfunding of iteratePages(readPage, limits.crowdfundings)) {
      if (signal.aborted || outcomes.length === limits.crowdfundings) break;
      if (!(await rows.areInLog())) throw new RowsAheadOfLog();
      const outcome = await work(crowdfunding);
      logFailures(logger, crowdfunding.id, outcome.failures);
      if (outcome.attemptCount > 0 && outcome.failures.length === 0) logger.recovered?.(crowdfunding.id);
      if (outcome.attemptCount > 0) outcomes.push(outcome);
    }
    return mergeOutcomes(outcomes);
  }

  return async (signal) => {
    const { crowdfundings } = limits;
    const now = clock.now();
    const expiryOutcome = await processCrowdfundings<CrowdfundingSettlement>(
      (last) => rows.listCrowdfundingsToExpire(now, last, crowdfundings),
      expireCrowdfunding,
      signal,
    );
    const announcementOutcome = await processCrowdfundings<CrowdfundingSettlement>(
      (last) => rows.listCrowdfundingsToAnnounce(now, last, crowdfundings),
      announceExpiry,
      signal,
    );
    const cancellationOutcome = await processCrowdfundings<OrderedCancellation>(
      (last) => rows.listCrowdfundingsToCancel(last, crowdfundings),
      cancelAsOrdered,
      signal,
    );
    const settlementOutcome = await processCrowdfundings<CrowdfundingSettlement>(
      (last) => rows.listCrowdfundingsToSettle(last?.endPosition ?? 0, crowdfundings),
      (crowdfunding) => settleCrowdfunding(crowdfunding, signal),
      signal,
    );
    return mergeOutcomes([expiryOutcome, announcementOutcome, cancellationOutcome, settlementOutcome]);
  };
}
