import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Handler } from '../../domain/handle.ts';
import type { Actor, Position } from '../../domain/kernel/event.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import {
  refundDue,
  releaseDue,
  type SettledCampaign,
  type SettlementCommand,
} from '../../domain/settlement/settlement.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import * as rows from '../../projections/crowdfunding/settlement/query.ts';
import {
  prepareCheckpoints,
  RENEWAL_MS,
  releaseLeases,
  takeLeases,
} from '../../projections/engine/leases.ts';
import { pause } from '../../projections/engine/pause.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** What the settlement needs of the system. */
export interface SettlementSystem {
  readonly pool: Pool;
  readonly handler: Handler;
  readonly progress: ReadModelProgress;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly tracing?: Tracing;
  readonly logger: WorkerLogger;
}

/** Name of the lease under which one worker at a time settles. */
const LEASE = 'settling';
const ROWS = ['settlement'];
const ACTOR: Actor = { kind: 'system', id: 'settlement' };

/** Campaigns of one round, and refunds of one campaign in it, so that a large one does not hold up the others. */
const CAMPAIGNS_PER_ROUND = 100;
const REFUNDS_PER_ROUND = 2_000;
/** Commands under way at a time. */
const CONCURRENCY = 64;
/** How long a round waits for its events to show in the rows; past that their commands are repeated, harmlessly. */
const SHOWN_MS = 10_000;
/** How long it sleeps at most while its rows do not move on; ending it takes as long. */
const IDLE_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 1_000;

/** What came of some commands. */
interface Outcome {
  /** How many led to an event. */
  readonly done: number;
  /** How many failed, as where the wallet that they concern cannot be read. */
  readonly failed: number;
  /** Where the last of them stands. */
  readonly position: Position;
}

interface Written {
  readonly events: readonly unknown[];
  readonly position: Position;
}

const nothing: Outcome = { done: 0, failed: 0, position: 0 };

const written = ({ events, position }: Written): Outcome => ({ done: events.length, failed: 0, position });

const together = (outcomes: readonly Outcome[]): Outcome => ({
  done: outcomes.reduce((sum, { done }) => sum + done, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  position: Math.max(0, ...outcomes.map(({ position }) => position)),
});

/**
 * Settles campaigns that have ended: refunds their donations in the order in which they were made, or releases their
 * sum to the creator, and refunds what came too late; ends campaigns that nobody ended in time. What is due follows from
 * the rows alone and every command has an id of its own, so that whoever takes over after a crash goes on where the log
 * shows that the other one stopped.
 */
export function startSettlement(system: SettlementSystem): Worker {
  const { pool, handler, progress, clock, ids, logger, tracing = noTracing } = system;
  const holder = randomUUID();
  const closing = new AbortController();
  const { signal } = closing;

  const contextOf = (correlationId: CrowdfundingId, commandId: string) => ({
    commandId,
    correlationId,
    actor: ACTOR,
    occurredAt: clock.now(),
  });

  /** Carries out what may fail by itself, as for a wallet that cannot be read: nobody else has to wait for that. */
  async function attempt(id: CrowdfundingId, work: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      logger.error({ err: error, crowdfunding: id }, 'something of a crowdfunding cannot be settled');
      return { ...nothing, failed: 1 };
    }
  }

  async function carryOut(id: CrowdfundingId, { commandId, command }: SettlementCommand): Promise<Outcome> {
    const handled = await handler.handle(walletDecider, command.accountId, command, contextOf(id, commandId));
    if (handled.accepted) return written(handled);
    logger.error({ crowdfunding: id, command, rejection: handled.rejection }, 'a settlement was refused');
    return nothing;
  }

  async function refund(campaign: SettledCampaign): Promise<Outcome> {
    const after = campaign.outcome === 'RELEASE' ? (campaign.decided ?? 0) : 0;
    const held = await rows.heldDonations(pool, campaign.id, after, REFUNDS_PER_ROUND);
    const due = held.flatMap((donation) => refundDue(campaign, donation) ?? []).values();
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (const command of due) {
        if (signal.aborted) return;
        outcomes.push(await attempt(campaign.id, () => carryOut(campaign.id, command)));
      }
    };
    await settled(Array.from({ length: CONCURRENCY }, work));
    return together(outcomes);
  }

  async function settle(campaign: SettledCampaign): Promise<Outcome> {
    const { id, decided } = campaign;
    const sum = campaign.outcome === 'RELEASE' ? await rows.heldBefore(pool, id, decided ?? 0) : 0;
    const release = releaseDue(campaign, sum);
    const released = release ? await attempt(id, () => carryOut(id, release)) : nothing;
    const outcome = together([released, await refund(campaign)]);
    const { refunds, donations } = campaign;
    if (outcome.done > 0)
      logger.info({ crowdfunding: id, done: outcome.done, refunds, donations }, 'a crowdfunding is settled');
    return outcome;
  }

  const traced = (id: CrowdfundingId, work: () => Promise<Outcome>): Promise<Outcome> =>
    tracing.span(
      'settle crowdfunding',
      () => ({ attributes: { 'kindra.correlation_id': id }, causes: [] }),
      async (span) => {
        const outcome = await work();
        span.set({ 'kindra.settlement.commands': outcome.done });
        return outcome;
      },
    );

  async function expire(id: CrowdfundingId): Promise<Outcome> {
    const command = { type: 'ExpireCrowdfunding', crowdfundingId: id, at: clock.now() } as const;
    const handled = await handler.handle(crowdfundingDecider, id, command, contextOf(id, ids.next()));
    return handled.accepted ? written(handled) : nothing;
  }

  /** One round of whatever is due. */
  async function round(): Promise<Outcome> {
    const outcomes: Outcome[] = [];
    for (const id of await rows.campaignsToExpire(pool, clock.now(), CAMPAIGNS_PER_ROUND))
      if (!signal.aborted) outcomes.push(await attempt(id, () => expire(id)));
    for (const campaign of await rows.campaignsToSettle(pool, CAMPAIGNS_PER_ROUND))
      if (!signal.aborted) outcomes.push(await traced(campaign.id, () => settle(campaign)));
    const outcome = together(outcomes);
    const { position } = outcome;
    if (position > 0 && !signal.aborted) await progress.waitFor(ROWS, position, SHOWN_MS);
    return outcome;
  }

  async function step(): Promise<void> {
    const [lease] = await takeLeases(pool, holder, [LEASE]);
    if (!lease) return pause(RENEWAL_MS, signal);
    const position = await rows.settlementPosition(pool);
    const { done, failed } = await renewing(round);
    if (failed > 0) await pause(PAUSE_AFTER_FAILURE_MS, signal);
    else if (done === 0) await progress.waitFor(ROWS, position + 1, IDLE_MS);
  }

  async function run(): Promise<void> {
    let prepared = false;
    while (!signal.aborted) {
      try {
        if (!prepared) await prepareCheckpoints(pool, [LEASE]);
        prepared = true;
        await step();
      } catch (error) {
        logger.error({ err: error }, 'the settlement of crowdfundings cannot go on');
        await pause(PAUSE_AFTER_FAILURE_MS, signal);
      }
    }
  }

  /** Keeps the lease while the work goes on. */
  async function renewing<Result>(work: () => Promise<Result>): Promise<Result> {
    const renewal = setInterval(() => takeLeases(pool, holder, [LEASE]).catch(() => {}), RENEWAL_MS);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
    }
  }

  const running = run();
  return {
    close: async () => {
      closing.abort();
      await running;
      await releaseLeases(pool, holder).catch(() => {});
    },
  };
}

/** Waits for all, so that none goes on unseen, and then fails as the first one did. */
async function settled(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((work) => work.status === 'rejected');
  if (failed) throw failed.reason;
}
