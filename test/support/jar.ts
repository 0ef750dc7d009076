import type { Handler } from '../../domain/handle.ts';
import { accept, type Decider, noEvents, refuse } from '../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { defineProblem } from '../../domain/kernel/problem.ts';
import { AppendOutcomeUnknown, type EventLog, WrongExpectedVersion } from '../../domain/ports/event-log.ts';

/** An event about a coin jar, the example aggregate in these tests. */
export type JarEvent =
  | DomainEvent<'Put', { readonly coins: number }>
  | DomainEvent<'Taken', { readonly coins: number; readonly number: number }>;
/** A command that puts coins into a jar or takes coins from it. */
export type JarCommand = { readonly put: number } | { readonly take: number; readonly number: number };
interface Jar {
  readonly coins: number;
  readonly takenNumbers: readonly number[];
}

/** Decider for a coin jar, with the commands put and take. Repeating a take with the same number has no effect. */
export const jarDecider: Decider<Jar, JarCommand, JarEvent> = {
  category: 'jar',
  initial: { coins: 0, takenNumbers: [] },
  evolve: (state, { type, data }) =>
    type === 'Put'
      ? { ...state, coins: state.coins + data.coins }
      : { coins: state.coins - data.coins, takenNumbers: [...state.takenNumbers, data.number] },
  decide: (command, state) => {
    if ('put' in command) return accept({ type: 'Put', data: { coins: command.put } });
    if (state.takenNumbers.includes(command.number)) return noEvents;
    if (state.coins < command.take) return refuse(defineProblem('TOO_FEW', 'Too few coins.'));
    return accept({ type: 'Taken', data: { coins: command.take, number: command.number } });
  },
};

let contextCount = 0;
/** Creates a command context. */
export const createContext = (commandId?: string) => {
  contextCount += 1;
  return {
    commandId: commandId ?? `01980000-0000-7000-8000-${contextCount.toString(16).padStart(8, '0')}0000`,
    correlationId: '01980000-0000-7000-9000-000000000000',
    actor: { kind: 'account', id: 'nutria' } as const,
    occurredAt: '2026-11-21T09:30:00.000Z',
  };
};

/** Puts coins into jar `a`. */
export const putCoins = (handler: Handler, coins: number, commandId?: string) =>
  handler.handle(jarDecider, 'a', { put: coins }, createContext(commandId));
/** Takes coins from jar `a`. */
export const takeCoins = (handler: Handler, coins: number, number: number) =>
  handler.handle(jarDecider, 'a', { take: coins, number }, createContext());

/** Creates an event log whose appends fail as `getFailure` specifies. */
export function createFailingLog(
  log: EventLog,
  getFailure: (attempt: number) => 'before' | 'after' | 'conflict' | 'no',
) {
  let attemptCount = 0;
  const appendedCounts: number[] = [];
  const append: EventLog['append'] = async (stream, events, expected) => {
    attemptCount += 1;
    const failure = getFailure(attemptCount);
    if (failure === 'before') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    if (failure === 'conflict') throw new WrongExpectedVersion(stream, expected, null);
    const result = await log.append(stream, events, expected);
    appendedCounts.push(events.length);
    if (failure === 'after') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    return result;
  };
  return { log: { ...log, append }, appendedCounts, attempts: () => attemptCount };
}
