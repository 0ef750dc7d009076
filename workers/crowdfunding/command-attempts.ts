import type { CommandContext, CommandResult } from '../../domain/handle.ts';
import type { Rejection } from '../../domain/kernel/decider.ts';
import type { Actor, DomainEvent, Position } from '../../domain/kernel/event.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import type { Retries } from './retries.ts';

/** Combined result of several commands. */
export interface RoundOutcome {
  readonly attemptCount: number;
  /** Number of commands that produced events. */
  readonly completedCount: number;
  /** Position of the last event; 0 if there is none. */
  readonly position: Position;
  readonly failures: readonly unknown[];
}

/** Result when no command was attempted. */
export const EMPTY_OUTCOME: RoundOutcome = { attemptCount: 0, completedCount: 0, position: 0, failures: [] };

/** Combines the results of several commands into one. */
export const mergeOutcomes = (outcomes: readonly RoundOutcome[]): RoundOutcome => ({
  attemptCount: outcomes.reduce((sum, { attemptCount }) => sum + attemptCount, 0),
  completedCount: outcomes.reduce((sum, { completedCount }) => sum + completedCount, 0),
  position: Math.max(0, ...outcomes.map(({ position }) => position)),
  failures: outcomes.flatMap(({ failures }) => failures),
});

/** Failure of a command that the domain rejected. Indicates a defect. */
export class SettlementRefused extends Error {
  constructor({ code, message }: Rejection) {
    super(`${code}: ${message}`);
    this.name = 'SettlementRefused';
  }
}

const ACTOR: Actor = { kind: 'system', id: 'settlement' };

/** Creates the context of a command that the settlement issues now. */
export const createSettlementContext = (
  clock: Clock,
  correlationId: Uuid,
  commandId: Uuid,
): CommandContext => ({ commandId, correlationId, actor: ACTOR, occurredAt: clock.now() });

/**
 * Executes a command unless it waits for a retry. Returns its failure, so that other commands are not affected.
 * @param id identifies the command among the retries
 * @throws EventLogUnavailable, because no other command can succeed either
 */
export type AttemptCommand = (
  id: Uuid,
  execute: () => Promise<CommandResult<unknown, DomainEvent>>,
) => Promise<RoundOutcome>;

/** Creates a function that attempts commands and records when failed ones are retried. */
export const createAttemptCommand =
  (retries: Retries): AttemptCommand =>
  async (id, execute) => {
    if (!retries.isDue(id)) return EMPTY_OUTCOME;
    try {
      const result = await execute();
      if (!result.accepted) throw new SettlementRefused(result.rejection);
      retries.recordSuccess(id);
      return {
        ...EMPTY_OUTCOME,
        attemptCount: 1,
        completedCount: result.events.length,
        position: result.position,
      };
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      retries.recordFailure(id);
      return { ...EMPTY_OUTCOME, attemptCount: 1, failures: [error] };
    }
  };
