import {
  type AnyDecider,
  type CommandContext,
  decideGroup,
  type EventVersions,
  type Folded,
  type GroupDecision,
  type IssuedCommand,
  type Loaded,
  withIds,
} from './kernel/command-group.ts';
import type { Decider, Rejection } from './kernel/decider.ts';
import { doubling } from './kernel/doubling.ts';
import type { DomainEvent, NewEvent, Position, Revision } from './kernel/event.ts';
import { streamName } from './kernel/ids.ts';
import { newestOf } from './kernel/recent-list.ts';
import {
  type AppendResult,
  AppendTooLarge,
  type EventLog,
  type StreamEnd,
  WrongExpectedVersion,
} from './ports/event-log.ts';
import type { LogHistory } from './ports/log-history.ts';
import { appendSettled } from './settled-append.ts';
import { createStreamCache } from './stream-cache.ts';

export type { CommandContext, Loaded } from './kernel/command-group.ts';

/** What came of a command. `position` is where the stream's last event stands: what a read model must have seen. */
export type Handled<State, E extends DomainEvent> =
  | {
      readonly accepted: true;
      readonly state: State;
      /** The events that it led to; none when all of it had happened before. */
      readonly events: readonly E[];
      readonly revision: Revision;
      readonly position: Position;
    }
  | { readonly accepted: false; readonly rejection: Rejection };

export interface HandlerOptions {
  readonly log: EventLog;
  /** Notifies the handler when the past of the log changes. Without it, a changed past is found stream by stream. */
  readonly history?: Pick<LogHistory, 'onChanged' | 'check'>;
  readonly versions?: EventVersions;
  /** How many folded streams are remembered. */
  readonly cacheSize?: number;
}

/** Turns commands into appended events: the only place where new events are made. */
export interface Handler {
  /**
   * Loads the stream of the id, decides and appends. Commands for one stream wait for each other in this process and
   * share appends; other processes are met by expected revision, and the command is decided anew.
   * @throws ConflictNotSettled when other writers were faster in every attempt, or their event cannot be read
   * @throws the errors of `EventLog`
   */
  readonly handle: <State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    context: CommandContext,
  ) => Promise<Handled<State, E>>;
  /** Folds the stream of the id as it is now. */
  readonly load: <State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
  ) => Promise<Loaded<State>>;
}

/** Other writers won every attempt, or what they wrote cannot be read; the command was not carried out. */
export class ConflictNotSettled extends Error {
  constructor(stream: string, options: ErrorOptions) {
    super(`stream ${stream} kept changing`, options);
    this.name = 'ConflictNotSettled';
  }
}

/** Too many commands wait for one stream; the command was not carried out. */
export class StreamOverloaded extends Error {
  constructor(stream: string) {
    super(`more than ${MAX_WAITING} commands wait for stream ${stream}`);
    this.name = 'StreamOverloaded';
  }
}

/** Conflicts in a row after which a command is given up. */
const MAX_CONFLICTS = 100;
/**
 * How long a conflict may name an event that cannot be read yet, in ms. A cluster of EventStoreDB compares revisions
 * before a majority of its nodes has the event, and shows the event only afterwards.
 */
const READABLE_WITHIN_MS = 2_000;
const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 100;
/** Commands that share one append. Bounds the work that is decided anew after a conflict. */
const GROUP = 64;
/** Commands that may wait for one stream. */
const MAX_WAITING = 10_000;

interface Waiting extends IssuedCommand {
  readonly resolve: (handled: Handled<unknown, DomainEvent>) => void;
  readonly reject: (error: unknown) => void;
}

/** What an append expects of its stream. */
const endOf = ({ revision, recentIds }: Folded): StreamEnd | 'no_stream' => {
  const eventId = newestOf(recentIds);
  return eventId === undefined ? 'no_stream' : { revision, eventId };
};

export function createHandler({ log, history, versions = {}, cacheSize = 10_000 }: HandlerOptions): Handler {
  const cache = createStreamCache({ log, history, size: cacheSize });
  const queues = new Map<string, Waiting[]>();

  /**
   * Catches up until the stream can be read up to the revision that the conflict named.
   * @throws ConflictNotSettled when it cannot be read in time
   */
  async function catchUpTo(
    decider: AnyDecider,
    stream: string,
    conflict: WrongExpectedVersion,
  ): Promise<Folded> {
    const deadline = performance.now() + READABLE_WITHIN_MS;
    for (let reads = 1; ; reads += 1) {
      const folded = await cache.catchUp(decider, stream);
      if (folded.revision >= (conflict.actual ?? -1)) return folded;
      if (performance.now() > deadline) throw new ConflictNotSettled(stream, { cause: conflict });
      const wait = doubling(FIRST_WAIT_MS, LONGEST_WAIT_MS, reads);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async function append(stream: string, events: readonly NewEvent[], known: Folded): Promise<AppendResult> {
    if (events.length === 0) return known;
    return appendSettled(log, stream, events, endOf(known));
  }

  async function handleGroup(decider: AnyDecider, stream: string, group: readonly Waiting[]): Promise<void> {
    const cached = cache.get(stream);
    let known = cached ?? (await cache.catchUp(decider, stream));
    let decision = decideGroup(decider, group, known, versions);
    if (cached && decision.hasSilent) {
      known = await cache.catchUp(decider, stream);
      if (known !== cached) decision = decideGroup(decider, group, known, versions);
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await append(stream, decision.newEvents, known);
        settle(stream, group, decision, known, result);
        return;
      } catch (error) {
        if (!(error instanceof WrongExpectedVersion)) throw error;
        if (attempt === MAX_CONFLICTS) throw new ConflictNotSettled(stream, { cause: error });
        known = await catchUpTo(decider, stream, error);
        decision = decideGroup(decider, group, known, versions);
      }
    }
  }

  function settle(
    stream: string,
    group: readonly Waiting[],
    { outcomes, state, newEvents }: GroupDecision,
    before: Folded,
    { revision, position }: AppendResult,
  ): void {
    cache.remember(stream, { state, revision, position, recentIds: withIds(before.recentIds, newEvents) });
    for (const [index, outcome] of outcomes.entries()) {
      const { resolve } = group[index] as Waiting;
      if ('rejection' in outcome) {
        resolve({ accepted: false, rejection: outcome.rejection });
        continue;
      }
      const { newEventsSoFar, ...accepted } = outcome;
      resolve({ accepted: true, ...accepted, revision: before.revision + newEventsSoFar, position });
    }
  }

  /** Carries out a group; one too large for a single append is carried out in halves. */
  async function carryOut(decider: AnyDecider, stream: string, group: readonly Waiting[]): Promise<void> {
    try {
      await handleGroup(decider, stream, group);
    } catch (error) {
      cache.forget(stream);
      if (error instanceof AppendTooLarge && group.length > 1) {
        const half = Math.ceil(group.length / 2);
        await carryOut(decider, stream, group.slice(0, half));
        await carryOut(decider, stream, group.slice(half));
        return;
      }
      for (const { reject } of group) reject(error);
    }
  }

  async function drain(decider: AnyDecider, stream: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await carryOut(decider, stream, queue.splice(0, GROUP));
    queues.delete(stream);
  }

  function enqueue(decider: AnyDecider, stream: string, waiting: Waiting): void {
    const queue = queues.get(stream);
    if (!queue) {
      const started = [waiting];
      queues.set(stream, started);
      void drain(decider, stream, started);
    } else if (queue.length >= MAX_WAITING) {
      waiting.reject(new StreamOverloaded(stream));
    } else {
      queue.push(waiting);
    }
  }

  return {
    handle: (decider, id, command, context) =>
      new Promise((resolve, reject) => {
        const waiting = { command, context, resolve, reject } as Waiting;
        enqueue(decider as unknown as AnyDecider, streamName(decider.category, id), waiting);
      }),
    load: async (decider, id) => {
      const stream = streamName(decider.category, id);
      return (await cache.catchUp(
        decider as unknown as AnyDecider,
        stream,
      )) as Loaded<unknown> as Loaded<never>;
    },
  };
}
