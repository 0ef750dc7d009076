import type { Instant, Uuid } from './ids.ts';
import type { JsonObject } from './json.ts';

/** A fact within one bounded context: a type in the past tense, and data. Events in the log never change. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * Union of the events that an interface declares by type. Each property of the interface is the data of one event;
 * `Common` is data that all of them have.
 */
export type EventsOf<
  Declared extends { readonly [Type in keyof Declared]: object },
  Common extends object,
> = {
  readonly [Type in keyof Declared & string]: DomainEvent<Type, Common & Declared[Type]>;
}[keyof Declared & string];

/** Members of a union of events or commands that have one of the given types. */
export type OfType<Union extends { readonly type: string }, Type extends Union['type']> = Extract<
  Union,
  { readonly type: Type }
>;

/**
 * Who caused an event: an account, a staff member acting as staff, the system (`id` is the component name) or an
 * operator at the command line (`id` is the operating system user).
 */
export interface Actor {
  readonly kind: 'account' | 'staff' | 'system' | 'operator';
  readonly id: string;
}

/** Recorded with an event in addition to its data. `handle` writes it once; adapters store it unchanged. */
export interface EventMetadata {
  /** Shared by all events that result from one request. */
  readonly correlationId: Uuid;
  /** Id of the command, or of the event that a process manager reacted to. */
  readonly causationId: Uuid;
  readonly actor: Actor;
  /** When the command was decided, according to the clock of the process that decided it. */
  readonly occurredAt: Instant;
  /** Version of the event's data. Upcasters convert older versions when events are read. */
  readonly version: number;
  readonly requestId?: string;
  /** Reason given by a staff member, in their own words. */
  readonly reason?: string;
  /** W3C Trace Context of the command. Set only while tracing is enabled. */
  readonly traceparent?: string;
}

/** An event to append. Because of its id, appending it again has no effect. */
export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly id: Uuid;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** Position of an event in the total order of the log. Positions increase, with gaps. 0 is before the first event. */
export type Position = number;

/** Index of an event in its stream: 0, 1, 2, … */
export type Revision = number;

/** An event stored in the log. */
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
 * What the log needs to process one event type: the current data version, upcasters for older versions, and the fields
 * with personal texts. Those are encrypted with one key per account, so that erasing the key erases the texts.
 */
export interface EventDefinition {
  readonly version: number;
  /** `upcasters[n]` converts data of version n to version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
  readonly personal?: {
    /** Top-level string fields to encrypt. */
    readonly fields: readonly string[];
    /** Top-level field that contains the id of the account whose key encrypts `fields`. */
    readonly owner: string;
  };
  /** Top-level field that contains an account id. After this event, the account's texts must not be readable. */
  readonly erases?: string;
}

/** Event definitions for a context, by event type. */
export type EventDefinitions<E extends DomainEvent> = { readonly [Type in E['type']]: EventDefinition };
