import { type Decider, nothingToDo, type Rejection } from './decider.ts';
import type { Actor, DomainEvent, NewEvent, Position, RecordedEvent, Revision } from './event.ts';
import { deriveId, type Instant, type Uuid } from './ids.ts';
import { findRecent, type RecentList, withValue } from './recent-list.ts';

/**
 * Who commands, when and in which connection. The same `commandId` again does nothing while its events are among the
 * last of their stream; deciders of long streams are idempotent by ids of their own. An id must never be given to
 * another command: its events would be taken for those already written.
 */
export interface CommandContext {
  readonly commandId: Uuid;
  readonly correlationId: Uuid;
  /** What led to the command, when that is not the command itself: the event that a process manager reacted to. */
  readonly causationId?: Uuid;
  readonly actor: Actor;
  readonly occurredAt: Instant;
  readonly requestId?: string;
  readonly reason?: string;
}

/** A stream folded up to its last known event. Revision -1 and position 0 are those of a stream without events. */
export interface Loaded<State> {
  readonly state: State;
  readonly revision: Revision;
  readonly position: Position;
}

/** How many of its last event ids a folded stream remembers, to know a command that is repeated. */
const REMEMBERED_IDS = 32;

/** A command and who issued it. */
export interface IssuedCommand {
  readonly command: unknown;
  readonly context: CommandContext;
}

/** The version that each type of event is written with; 1 for those not named. */
export type EventVersions = Readonly<Record<string, { readonly version: number }>>;

/** A decider whose types have been left behind: the queues hold commands of every kind. */
export type AnyDecider = Decider<unknown, unknown, DomainEvent>;

/** A stream folded, with the ids of its last events. */
export interface Folded extends Loaded<unknown> {
  readonly recentIds: RecentList<Uuid>;
}

/** What a group of commands leads to when it is decided one after another. */
export interface GroupDecision {
  readonly newEvents: readonly NewEvent[];
  readonly outcomes: readonly Outcome[];
  readonly state: unknown;
  /** Whether some command led to no event, so that no append would tell that it was decided on an old state. */
  readonly hasSilent: boolean;
}

/** What one command of a group leads to. */
export type Outcome =
  | { readonly rejection: Rejection }
  | { readonly state: unknown; readonly events: readonly DomainEvent[]; readonly newEventsSoFar: number };

/** Adds the ids of events to the last ones of their stream. */
export const withIds = (ids: RecentList<Uuid>, events: readonly { readonly id: Uuid }[]): RecentList<Uuid> =>
  events.reduce((known, { id }) => withValue(known, id, REMEMBERED_IDS), ids);

/** A stream lacks an event in its midst: its state is unknown, and nothing may be decided on it. */
export class RevisionMissing extends Error {
  readonly stream: string;
  /** The revision that is missing. */
  readonly missing: Revision;
  /** The revision that was found in its place. */
  readonly found: Revision;

  constructor({ stream, revision: found }: Pick<RecordedEvent, 'stream' | 'revision'>, missing: Revision) {
    super(`stream ${stream} has no event of revision ${missing}: the next one is ${found}`);
    this.name = 'RevisionMissing';
    this.stream = stream;
    this.missing = missing;
    this.found = found;
  }
}

/**
 * Folds further events of a stream.
 * @throws RevisionMissing when they do not follow one another, or do not follow the last one that was folded
 */
export function fold(decider: AnyDecider, folded: Folded, events: readonly RecordedEvent[]): Folded {
  const last = events.at(-1);
  if (!last) return folded;
  let { state, revision } = folded;
  for (const event of events) {
    if (event.revision !== revision + 1) throw new RevisionMissing(event, revision + 1);
    state = decider.evolve(state, event);
    revision = event.revision;
  }
  return { state, revision, position: last.position, recentIds: withIds(folded.recentIds, events) };
}

function envelope(
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
 * Decides commands one after another, each on the state that the ones before it lead to. A command whose first event
 * stands among the last ones of the stream has been carried out already.
 */
export function decideGroup(
  decider: AnyDecider,
  commands: readonly IssuedCommand[],
  folded: Folded,
  versions: EventVersions,
): GroupDecision {
  const newEvents: NewEvent[] = [];
  const carriedOut = new Set<Uuid>();
  let state = folded.state;
  let hasSilent = false;
  const outcomes = commands.map(({ command, context }): Outcome => {
    const { commandId } = context;
    const repeated =
      carriedOut.has(commandId) || findRecent(folded.recentIds, (id) => id === commandId) !== undefined;
    const decision = repeated ? nothingToDo : decider.decide(command, state);
    if (!decision.accepted || decision.events.length === 0) hasSilent = true;
    if (!decision.accepted) return { rejection: decision.rejection };
    for (const [index, event] of decision.events.entries()) {
      state = decider.evolve(state, event);
      newEvents.push(envelope(event, index, context, versions));
    }
    if (decision.events.length > 0) carriedOut.add(commandId);
    return { state, events: decision.events, newEventsSoFar: newEvents.length };
  });
  return { newEvents, outcomes, state, hasSilent };
}
