import { appendValue, type BoundedList, findNewest } from './bounded-list.ts';
import { type Decider, noEvents, type Rejection } from './decider.ts';
import type { Actor, DomainEvent, NewEvent, Position, RecordedEvent, Revision } from './event.ts';
import { deriveId, type Instant, type Uuid } from './ids.ts';

/**
 * Who issues a command, when, and in which request. Repeating a command id has no effect while the command's events are
 * among the latest events of the stream. Deciders with long streams detect repetitions by their own ids. Never use a
 * command id for a different command, because its events would be treated as already written.
 */
export interface CommandContext {
  readonly commandId: Uuid;
  readonly correlationId: Uuid;
  /** Id of the event that a process manager reacted to. Default: the command id. */
  readonly causationId?: Uuid;
  readonly actor: Actor;
  readonly occurredAt: Instant;
  readonly requestId?: string;
  readonly reason?: string;
  /**
   * Whether the stream is probably empty. The command is then decided without reading the stream. If the stream has
   * events, the append conflicts and the command is decided again. Set it only with a new command id, because a
   * repeated command must find its events, or if the stream has just been read.
   */
  readonly assumesEmptyStream?: boolean;
}

/** State of a stream at its last known event. An empty stream has revision -1 and position 0. */
export interface LoadedStream<State> {
  readonly state: State;
  readonly revision: Revision;
  readonly position: Position;
}

/** Number of event ids kept per stream to detect repeated commands. */
const MIN_RECENT_IDS = 32;

/** A command and who issued it. */
export interface IssuedCommand {
  readonly command: unknown;
  readonly context: CommandContext;
}

/** Current data version by event type. Default: 1. */
export type EventVersions = Readonly<Record<string, { readonly version: number }>>;

/** A decider without type parameters, because queues hold commands of all kinds. */
export type AnyDecider = Decider<unknown, unknown, DomainEvent>;

/** State of a stream, with the ids of its latest events and the types of all its events. */
export interface FoldedStream extends LoadedStream<unknown> {
  readonly recentIds: BoundedList<Uuid>;
  readonly eventTypes: readonly string[];
}

/** Result of deciding a group of commands in order. */
export interface GroupDecision {
  readonly newEvents: readonly NewEvent[];
  readonly outcomes: readonly CommandOutcome[];
  readonly state: unknown;
  /**
   * Whether any command in the group produced no events. Without an append there is no conflict, so a decision based on
   * stale state would go unnoticed.
   */
  readonly hasEventlessCommand: boolean;
}

/** Result of one command in a group. */
type CommandOutcome =
  | { readonly rejection: Rejection }
  | { readonly state: unknown; readonly events: readonly DomainEvent[]; readonly newEventsSoFar: number };

/** Adds the ids of new events to a stream's recent ids. Keeps at least the latest 32. */
export const addRecentIds = (
  ids: BoundedList<Uuid>,
  events: readonly { readonly id: Uuid }[],
): BoundedList<Uuid> => events.reduce((known, { id }) => appendValue(known, id, MIN_RECENT_IDS), ids);

/** Adds the types of new events to the known event types. */
export function addEventTypes(
  known: readonly string[],
  events: readonly { readonly type: string }[],
): readonly string[] {
  const added = events.map(({ type }) => type).filter((type) => !known.includes(type));
  return added.length === 0 ? known : [...known, ...new Set(added)];
}

/** Thrown when a stream has a gap. Its state is unknown, so no command can be decided on it. */
export class MissingRevision extends Error {
  readonly stream: string;
  readonly missing: Revision;
  /** The revision that was found instead. */
  readonly actual: Revision;

  constructor({ stream, revision: found }: Pick<RecordedEvent, 'stream' | 'revision'>, missing: Revision) {
    super(`stream ${stream} has no event of revision ${missing}: the next one is ${found}`);
    this.name = 'MissingRevision';
    this.stream = stream;
    this.missing = missing;
    this.actual = found;
  }
}

/**
 * Applies new events to a stream's state.
 * @throws MissingRevision when an event does not directly follow the previous one
 */
export function fold(
  decider: AnyDecider,
  folded: FoldedStream,
  events: readonly RecordedEvent[],
): FoldedStream {
  const last = events.at(-1);
  if (!last) return folded;
  let { state, revision } = folded;
  for (const event of events) {
    if (event.revision !== revision + 1) throw new MissingRevision(event, revision + 1);
    state = decider.evolve(state, event);
    revision = event.revision;
  }
  return {
    state,
    revision,
    position: last.position,
    recentIds: addRecentIds(folded.recentIds, events),
    eventTypes: addEventTypes(folded.eventTypes, events),
  };
}

function createEnvelope(
  event: DomainEvent,
  index: number,
  context: CommandContext,
  versions: EventVersions,
): NewEvent {
  const { commandId, correlationId, causationId = commandId, actor, occurredAt, requestId, reason } = context;
  const version = versions[event.type]?.version ?? 1;
  return {
    id: deriveId(commandId, index),
    type: event.type,
    data: event.data,
    metadata: {
      correlationId,
      causationId,
      actor,
      occurredAt,
      version,
      ...(requestId !== undefined && { requestId }),
      ...(reason !== undefined && { reason }),
    },
  };
}

/**
 * Decides commands in order. Each decision is based on the state after the previous command. A command is treated as
 * already executed if the id of its first event is among the latest event ids of the stream.
 */
export function decideGroup(
  decider: AnyDecider,
  commands: readonly IssuedCommand[],
  folded: FoldedStream,
  versions: EventVersions,
): GroupDecision {
  const newEvents: NewEvent[] = [];
  const executed = new Set<Uuid>();
  let state = folded.state;
  let hasEventlessCommand = false;
  const outcomes = commands.map(({ command, context }): CommandOutcome => {
    const { commandId } = context;
    const isRepeated =
      executed.has(commandId) || findNewest(folded.recentIds, (id) => id === commandId) !== undefined;
    const decision = isRepeated ? noEvents : decider.decide(command, state);
    if (!decision.accepted || decision.events.length === 0) hasEventlessCommand = true;
    if (!decision.accepted) return { rejection: decision.rejection };
    for (const [index, event] of decision.events.entries()) {
      state = decider.evolve(state, event);
      newEvents.push(createEnvelope(event, index, context, versions));
    }
    if (decision.events.length > 0) executed.add(commandId);
    return { state, events: decision.events, newEventsSoFar: newEvents.length };
  });
  return { newEvents, outcomes, state, hasEventlessCommand };
}
