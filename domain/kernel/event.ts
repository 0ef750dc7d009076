import type { Instant, Uuid } from './ids.ts';
import type { JsonObject } from './json.ts';

/** A fact of one context: a name in the past tense and its data. Events are never changed once they are in the log. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * Who caused an event: an account, a member of staff acting as such, the system itself (`id` names what of it), or an operator
 * at the command line (`id` is their name on that machine).
 */
export interface Actor {
  readonly kind: 'account' | 'staff' | 'system' | 'operator';
  readonly id: string;
}

/** What is known of an event besides its data. It is written once, by `handle`, and kept by every adapter as it is. */
export interface EventMetadata {
  /** Shared by everything that follows from one request. */
  readonly correlationId: Uuid;
  /** The command, or the event that a process manager reacted to. */
  readonly causationId: Uuid;
  readonly actor: Actor;
  /** When it was decided, by the clock of the process that decided it. */
  readonly occurredAt: Instant;
  /** Version of the event's data; older ones are brought up to date by upcasters when they are read. */
  readonly version: number;
  readonly requestId?: string;
  /** Why, in the words of the staff member who did it. */
  readonly reason?: string;
  /** Where the trace of what caused it stands, in W3C's form, while traces are kept. */
  readonly traceparent?: string;
}

/** An event on its way into the log. Its id makes appending it again harmless. */
export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly id: Uuid;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** Where an event stands in the one total order of the log: rises from event to event, with gaps; 0 is before the first. */
export type Position = number;

/** Where an event stands in its stream: 0, 1, 2, … */
export type Revision = number;

/** An event as it stands in the log. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? {
      readonly id: Uuid;
      readonly type: E['type'];
      readonly data: E['data'];
      readonly metadata: EventMetadata;
      readonly stream: string;
      readonly revision: Revision;
      readonly position: Position;
    }
  : never;

/**
 * What the log's plumbing must know of a kind of event: its current version, how older data becomes current data, and
 * which of its texts were written by a person (these are sealed under that person's key, so that erasing the key
 * erases the text).
 */
export interface EventDefinition {
  readonly version: number;
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
  readonly personal?: {
    /** Names of the top-level string fields to seal. */
    readonly fields: readonly string[];
    /** Name of the top-level field that holds the id of the account whose key seals them. */
    readonly owner: string;
  };
  /** Name of the top-level field that holds the id of an account whose texts nobody may read behind this event. */
  readonly erases?: string;
}

/** One definition for each type of event of a context. */
export type EventDefinitions<E extends DomainEvent> = { readonly [Type in E['type']]: EventDefinition };
