import { appendWithRetry } from './append-with-retry.ts';
import { getNewest } from './kernel/bounded-list.ts';
import {
  type AnyDecider,
  addEventTypes,
  addRecentIds,
  type CommandContext,
  decideGroup,
  type EventVersions,
  type FoldedStream,
  type GroupDecision,
  type IssuedCommand,
  type LoadedStream,
} from './kernel/command-group.ts';
import type { Decider, Rejected } from './kernel/decider.ts';
import type { DomainEvent, NewEvent, Revision } from './kernel/event.ts';
import { getBackoffMs } from './kernel/exponential-backoff.ts';
import { toStreamName } from './kernel/ids.ts';
import {
  type AppendResult,
  AppendTooLarge,
  type EventLog,
  type StreamEnd,
  WrongExpectedVersion,
} from './ports/event-log.ts';
import type { LogHistory } from './ports/log-history.ts';
import type { AppendSummary } from './ports/read-models.ts';
import { createEmptyStream, createStreamCache } from './stream-cache.ts';

export type { CommandContext } from './kernel/command-group.ts';

/**
 * Result of an accepted command. `eventTypes` are the types of its events or, if it had no effect, of all events in the
 * stream.
 */
export interface AcceptedCommand<State, E extends DomainEvent> extends AppendSummary {
  readonly accepted: true;
  readonly state: State;
  /** Empty when the command had no effect. */
  readonly events: readonly E[];
  readonly revision: Revision;
}

/** Result of a command: accepted with the new state and its events, or rejected. */
export type CommandResult<State, E extends DomainEvent> = AcceptedCommand<State, E> | Rejected;

/** Result of the commands of a decider, as in `ResultOf<typeof postDecider>`. */
export type ResultOf<DeciderType> =
  DeciderType extends Decider<infer State, never, infer E> ? CommandResult<State, E> : never;

interface HandlerOptions {
  readonly log: EventLog;
  /** Notifies the handler when the log's history changes. If omitted, changes are detected when a stream is read. */
  readonly history?: Pick<LogHistory, 'onChanged' | 'check'>;
  readonly versions?: EventVersions;
  /** Maximum number of cached streams. Default: 10,000. */
  readonly cacheSize?: number;
}

/** Executes commands. All events are created here. */
export interface Handler {
  /**
   * Loads the stream, decides the command and appends its events. Commands for the same stream are queued in this
   * process and share appends. If another process writes first, the command is decided again.
   * @throws ConflictNotSettled after 100 conflicts, or when the conflicting event cannot be read
   * @throws the errors of `EventLog`
   */
  readonly handle: <State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    context: CommandContext,
  ) => Promise<CommandResult<State, E>>;
  /**
   * Returns a stream's state as this process last read or wrote it, or undefined if it is not cached. It can be out of
   * date.
   */
  readonly getCached: <State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
  ) => State | undefined;
  /** Loads the current state of a stream. Loads started at the same time share a query. */
  readonly load: <State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
  ) => Promise<LoadedStream<State>>;
}

/**
 * Thrown when other writers won every attempt, or when the conflicting event cannot be read. The command was not
 * executed.
 */
export class ConflictNotSettled extends Error {
  constructor(stream: string, options: ErrorOptions) {
    super(`stream ${stream} kept changing`, options);
    this.name = 'ConflictNotSettled';
  }
}

/** Thrown when too many commands are waiting for one stream. The command was not executed. */
export class StreamOverloaded extends Error {
  constructor(stream: string) {
    super(`more than ${MAX_QUEUED} commands wait for stream ${stream}`);
    this.name = 'StreamOverloaded';
  }
}

/** Maximum number of consecutive conflicts per command. */
const MAX_CONFLICTS = 100;
/**
 * Maximum time to wait until a conflicting event can be read, in ms. An EventStoreDB cluster checks revisions before a
 * majority of its nodes has the event, but returns the event only afterwards.
 */
const MAX_VISIBILITY_DELAY_MS = 2_000;
const MIN_WAIT_MS = 1;
const MAX_WAIT_MS = 100;
/** Maximum number of commands per append. It limits how much must be decided again after a conflict. */
const MAX_GROUP_SIZE = 64;
/** Maximum number of commands waiting for one stream. */
const MAX_QUEUED = 10_000;

interface QueuedCommand extends IssuedCommand {
  readonly resolve: (commandResult: CommandResult<unknown, DomainEvent>) => void;
  readonly reject: (error: unknown) => void;
}

const getStreamEnd = ({ revision, recentIds }: FoldedStream): StreamEnd | 'no_stream' => {
  const eventId = getNewest(recentIds);
  return eventId === undefined ? 'no_stream' : { revision, eventId };
};

/** Returns an empty stream if all commands in a group assume that the stream is empty, otherwise undefined. */
const assumeEmptyStream = (decider: AnyDecider, group: readonly QueuedCommand[]): FoldedStream | undefined =>
  group.every(({ context }) => context.assumesEmptyStream) ? createEmptyStream(decider) : undefined;

/** Creates a handler with its own stream cache. */
export function createHandler({ log, history, versions = {}, cacheSize = 10_000 }: HandlerOptions): Handler {
  const cache = createStreamCache({ log, history, size: cacheSize });
  const queues = new Map<string, QueuedCommand[]>();

  /**
   * Reads the stream until it contains the conflicting revision.
   * @throws ConflictNotSettled after 2 s
   */
  async function catchUpTo(
    decider: AnyDecider,
    stream: string,
    conflict: WrongExpectedVersion,
  ): Promise<FoldedStream> {
    const deadline = performance.now() + MAX_VISIBILITY_DELAY_MS;
    for (let reads = 1; ; reads += 1) {
      const folded = await cache.catchUp(decider, stream);
      if (folded.revision >= (conflict.actual ?? -1)) return folded;
      if (performance.now() > deadline) throw new ConflictNotSettled(stream, { cause: conflict });
      const wait = getBackoffMs(MIN_WAIT_MS, MAX_WAIT_MS, reads);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async function append(
    stream: string,
    events: readonly NewEvent[],
    known: FoldedStream,
  ): Promise<AppendResult> {
    if (events.length === 0) return known;
    return appendWithRetry(log, stream, events, getStreamEnd(known));
  }

  async function handleGroup(
    decider: AnyDecider,
    stream: string,
    group: readonly QueuedCommand[],
  ): Promise<void> {
    const assumedStream = cache.get(stream) ?? assumeEmptyStream(decider, group);
    let known = assumedStream ?? (await cache.catchUp(decider, stream));
    let decision = decideGroup(decider, group, known, versions);
    if (assumedStream && decision.hasEventlessCommand) {
      known = await cache.catchUp(decider, stream);
      if (known !== assumedStream) decision = decideGroup(decider, group, known, versions);
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
    group: readonly QueuedCommand[],
    { outcomes, state, newEvents }: GroupDecision,
    before: FoldedStream,
    { revision, position }: AppendResult,
  ): void {
    const recentIds = addRecentIds(before.recentIds, newEvents);
    const streamTypes = addEventTypes(before.eventTypes, newEvents);
    cache.set(stream, { state, revision, position, recentIds, eventTypes: streamTypes });
    for (const [index, outcome] of outcomes.entries()) {
      const { resolve } = group[index] as QueuedCommand;
      if ('rejection' in outcome) {
        resolve({ accepted: false, rejection: outcome.rejection });
        continue;
      }
      const { newEventsSoFar, ...accepted } = outcome;
      const eventTypes = accepted.events.length > 0 ? addEventTypes([], accepted.events) : streamTypes;
      const end = before.revision + newEventsSoFar;
      resolve({ accepted: true, ...accepted, revision: end, position, eventTypes });
    }
  }

  /** Executes a group of commands. Splits the group in half if its events exceed the maximum append size. */
  async function executeGroup(
    decider: AnyDecider,
    stream: string,
    group: readonly QueuedCommand[],
  ): Promise<void> {
    try {
      await handleGroup(decider, stream, group);
    } catch (error) {
      cache.delete(stream);
      if (error instanceof AppendTooLarge && group.length > 1) {
        const half = Math.ceil(group.length / 2);
        await executeGroup(decider, stream, group.slice(0, half));
        await executeGroup(decider, stream, group.slice(half));
        return;
      }
      for (const { reject } of group) reject(error);
    }
  }

  async function drain(decider: AnyDecider, stream: string, queue: QueuedCommand[]): Promise<void> {
    while (queue.length > 0) await executeGroup(decider, stream, queue.splice(0, MAX_GROUP_SIZE));
    queues.delete(stream);
  }

  function enqueue(decider: AnyDecider, stream: string, queuedCommand: QueuedCommand): void {
    const queue = queues.get(stream);
    if (!queue) {
      const newQueue = [queuedCommand];
      queues.set(stream, newQueue);
      void drain(decider, stream, newQueue);
    } else if (queue.length >= MAX_QUEUED) {
      queuedCommand.reject(new StreamOverloaded(stream));
    } else {
      queue.push(queuedCommand);
    }
  }

  return {
    handle: (decider, id, command, context) =>
      new Promise((resolve, reject) => {
        const queuedCommand = { command, context, resolve, reject } as QueuedCommand;
        enqueue(decider as unknown as AnyDecider, toStreamName(decider.category, id), queuedCommand);
      }),
    getCached: (decider, id) => cache.get(toStreamName(decider.category, id))?.state as never,
    load: async (decider, id) => {
      const stream = toStreamName(decider.category, id);
      return (await cache.catchUp(
        decider as unknown as AnyDecider,
        stream,
      )) as LoadedStream<unknown> as LoadedStream<never>;
    },
  };
}
