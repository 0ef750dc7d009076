import type { Handler } from '../../domain/handle.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { createSettlementRound } from '../../workers/crowdfunding/settlement-round.ts';
import { noTables, remembered, rowsInMemory, type SettlementTables } from '../support/settlement-rows.ts';

/** The settlement as a worker runs it, on rows in memory. These and their checkpoint are committed together. */
export interface Settlement {
  /** Goes so many steps on; a step reads, commits, or carries out one command. */
  readonly run: (steps: number) => Promise<void>;
  /** Dies between two steps: what was not committed is lost. */
  readonly kill: () => void;
  /** Is started anew and goes on until nothing is left to do. */
  readonly finish: () => Promise<void>;
}

/** Does some work when its turn has come. */
type Step = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets somebody live from step to step.
 * @returns takes the next step, and says whether there was one; somebody who is asked no more never goes on
 */
function inSteps(live: (step: Step) => Promise<void>): () => Promise<boolean> {
  const waiting: (() => Promise<void>)[] = [];
  let ended = false;
  let wake = (): void => {};
  const living = live(
    (work) =>
      new Promise((resolve, reject) => {
        waiting.push(() => work().then(resolve, reject));
        wake();
      }),
  ).finally(() => {
    ended = true;
    wake();
  });
  living.catch(() => {});
  return async () => {
    while (waiting.length === 0 && !ended)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    const next = waiting.shift();
    await (next ? next() : living);
    return next !== undefined;
  };
}

/** Pages so small that most histories have several. */
const LIMITS = { crowdfundings: 1, commands: 3 };

/** A settlement which can be killed between any two of its steps. */
export function createSettlement(log: EventLog, handler: Handler, clock: Clock, ids: IdSource): Settlement {
  let committed: { readonly tables: SettlementTables; readonly checkpoint: number } = {
    tables: noTables,
    checkpoint: 0,
  };
  let next: (() => Promise<boolean>) | null = null;
  const logger = {
    info: () => {},
    error: (fields: object, message: string) => {
      throw new Error(`${message}: ${JSON.stringify(fields)}`);
    },
  };

  async function live(step: Step): Promise<void> {
    const round = createSettlementRound({
      rows: rowsInMemory(() => committed.tables),
      handler: { ...handler, handle: (...args) => step(() => handler.handle(...args)) },
      clock,
      ids,
      logger,
      limits: LIMITS,
    });
    for (;;) {
      const events = await step(() => log.readAll({ after: committed.checkpoint, limit: 5 }));
      await step(async () => {
        const checkpoint = events.at(-1)?.position ?? committed.checkpoint;
        committed = { tables: remembered(events, committed.tables), checkpoint };
      });
      const { tried } = await round(new AbortController().signal);
      if (events.length === 0 && tried === 0) return;
    }
  }

  return {
    run: async (steps) => {
      for (let step = 0; step < steps; step += 1) {
        next ??= inSteps(live);
        if (!(await next())) next = null;
      }
    },
    kill: () => {
      next = null;
    },
    finish: async () => {
      next = null;
      await live((work) => work());
    },
  };
}
