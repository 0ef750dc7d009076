import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import { iteratePages } from '../../common/iterate-pages.ts';
import type { Handler } from '../../domain/handle.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import {
  type CrowdfundingSettlement,
  deriveReleaseId,
  findDueRefund,
  findDueRelease,
  type HeldDonation,
  type SettlementCommand,
} from '../../domain/settlement/settlement.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import type { WorkerLogger } from '../worker.ts';
import {
  type AttemptCommand,
  createSettlementContext,
  EMPTY_OUTCOME,
  mergeOutcomes,
  type RoundOutcome,
} from './command-attempts.ts';
import type { Retries } from './retries.ts';
import type { SettlementRows } from './settlement-rows.ts';

/** Dependencies and limit of `createSettleCrowdfunding`. */
interface SettleCrowdfundingOptions {
  readonly rows: Pick<SettlementRows, 'sumHeldBefore' | 'listHeldDonations'>;
  readonly handler: Handler;
  readonly clock: Clock;
  readonly tracing: Tracing;
  readonly logger: WorkerLogger;
  readonly retries: Retries;
  readonly attemptCommand: AttemptCommand;
  /** Maximum number of commands per campaign. */
  readonly commandLimit: number;
}

const CONCURRENCY = 64;

/** Creates a function that attempts the due refunds and the due release of an ended campaign, up to the limit. */
export function createSettleCrowdfunding(options: SettleCrowdfundingOptions) {
  const { rows, handler, clock, tracing, logger, retries, attemptCommand, commandLimit } = options;

  /** Sums the donations only if the release is due, because there can be many. */
  async function loadDueRelease(crowdfunding: CrowdfundingSettlement): Promise<SettlementCommand | null> {
    const { id, outcome, endPosition, released } = crowdfunding;
    if (outcome !== 'RELEASE' || endPosition === null || released > 0) return null;
    if (!retries.isDue(deriveReleaseId(crowdfunding))) return null;
    return findDueRelease(crowdfunding, (await rows.sumHeldBefore(id, endPosition)) ?? 0);
  }

  /** Returns a campaign's due commands, except those waiting for a retry. */
  async function listDueCommands(
    crowdfunding: CrowdfundingSettlement,
  ): Promise<readonly SettlementCommand[]> {
    const { id, outcome, endPosition } = crowdfunding;
    const afterPosition = outcome === 'RELEASE' ? (endPosition ?? 0) : 0;
    const release = await loadDueRelease(crowdfunding);
    const dueCommands = release ? [release] : [];
    const readPage = (last: HeldDonation | null) =>
      rows.listHeldDonations(id, last?.position ?? afterPosition, commandLimit);
    for await (const donation of iteratePages(readPage, commandLimit)) {
      const refund = findDueRefund(crowdfunding, donation);
      // Commands that wait for a retry must not use up the limit.
      if (refund && retries.isDue(refund.commandId)) dueCommands.push(refund);
      if (dueCommands.length >= commandLimit) break;
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
      const execute = () => {
        const context = createSettlementContext(clock, id, commandId);
        return handler.handle(walletDecider, command.accountId, command, context);
      };
      outcomes.push(await attemptCommand(commandId, execute));
    });
    return mergeOutcomes(outcomes);
  }

  return async (crowdfunding: CrowdfundingSettlement, signal: AbortSignal): Promise<RoundOutcome> => {
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
  };
}
