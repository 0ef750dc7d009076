import type { Handler } from '../../domain/handle.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { createSettlementRound } from '../../workers/crowdfunding/settlement-round.ts';
import {
  createRowsInMemory,
  createSettlementTables,
  EMPTY_TABLES,
  type SettlementTables,
} from '../support/settlement-rows.ts';

/** A simulated settlement worker. Its rows are in memory and are committed together with their checkpoint. */
export interface Settlement {
  /** Runs a number of steps. Each step reads, commits, or executes one command. */
  readonly run: (steps: number) => Promise<void>;
  /** Stops the worker between two steps and discards all uncommitted changes. */
  readonly kill: () => void;
  /** Restarts the worker and runs it until nothing is due. */
  readonly finish: () => Promise<void>;
}

/** Postpones work until its step runs, and returns the result. */
type Step = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs a process step by step.
 * @returns a function that runs the next step and returns false if there is none
 */
function runInSteps(run: (step: Step) => Promise<void>): () => Promise<boolean> {
  const pendingSteps: (() => Promise<void>)[] = [];
  let hasEnded = false;
  let wakeUp = (): void => {};
  const currentRun = run(
    (work) =>
      new Promise((resolve, reject) => {
        pendingSteps.push(() => work().then(resolve, reject));
        wakeUp();
      }),
  ).finally(() => {
    hasEnded = true;
    wakeUp();
  });
  currentRun.catch(() => {});
  return async () => {
    while (pendingSteps.length === 0 && !hasEnded)
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
    const next = pendingSteps.shift();
    await (next ? next() : currentRun);
    return next !== undefined;
  };
}

/** Page sizes of a settlement round. They are so small that most histories need several pages. */
const LIMITS = { crowdfundings: 1, commands: 3 };

/** Creates a settlement that can be killed between any two of its steps. */
export function createSettlement(log: EventLog, handler: Handler, clock: Clock, ids: IdSource): Settlement {
  let committedRows: { readonly tables: SettlementTables; readonly checkpoint: number } = {
    tables: EMPTY_TABLES,
    checkpoint: 0,
  };
  let next: (() => Promise<boolean>) | null = null;
  const logger = {
    info: () => {},
    error: (fields: object, message: string) => {
      throw new Error(`${message}: ${JSON.stringify(fields)}`);
    },
  };

  async function runRounds(step: Step): Promise<void> {
    const runRound = createSettlementRound({
      rows: createRowsInMemory(() => committedRows.tables),
      handler: { ...handler, handle: (...args) => step(() => handler.handle(...args)) },
      clock,
      ids,
      logger,
      limits: LIMITS,
    });
    for (;;) {
      const events = await step(() => log.readAll({ after: committedRows.checkpoint, limit: 5 }));
      await step(async () => {
        const checkpoint = events.at(-1)?.position ?? committedRows.checkpoint;
        committedRows = { tables: createSettlementTables(events, committedRows.tables), checkpoint };
      });
      const { attemptCount: tried } = await runRound(new AbortController().signal);
      if (events.length === 0 && tried === 0) return;
    }
  }

  return {
    run: async (steps) => {
      for (let step = 0; step < steps; step += 1) {
        next ??= runInSteps(runRounds);
        if (!(await next())) next = null;
      }
    },
    kill: () => {
      next = null;
    },
    finish: async () => {
      next = null;
      await runRounds((work) => work());
    },
  };
}
