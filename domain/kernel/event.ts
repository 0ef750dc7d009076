import type { Instant, Uuid } from './ids.ts';
import type { JsonObject } from './json.ts';

/** A fact about one context: a type in the past tense and its data. Events never change once they are in the log. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * Who caused an event: an account, a staff member acting as such, the system (`id` names the component) or an operator
 * at the command line (`id` is their operating system user).
 */
export interface Actor {
  readonly kind: 'account' | 'staff' | 'system' | 'operator';
  readonly id: string;
}

/** What is recorded about an event besides its data. `handle` writes it once; adapters store it unchanged. */
export interface EventMetadata {
  /** Shared by all events that follow from one request. */
  readonly correlationId: Uuid;
  /** Id of the command, or of the event that a process manager reacted to. */
  readonly causationId: Uuid;
  readonly actor: Actor;
  /** When the command was decided, by the clock of that process. */
  readonly occurredAt: Instant;
  /** Version of the event's data. Upcasters convert older versions on reading. */
  readonly version: number;
  readonly requestId?: string;
  /** The staff member's reason, in their own words. */
  readonly reason?: string;
  /** W3C Trace Context of the command, while tracing is enabled. */
  readonly traceparent?: string;
}

/** An event to be appended. Its id makes repeated appends harmless. */
export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly id: Uuid;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** Place of an event in the total order of the log. Increases with gaps; 0 is before the first event. */
export type Position = number;

/** Place of an event in its stream: 0, 1, 2, … */
export type Revision = number;

/** An event in the log. */
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
 * What the log needs to process one event type: its current version, upcasters for older versions, and its personal
 * texts, which are encrypted with a key per account so that erasing the key erases the texts.
 */
export interface EventDefinition {
  readonly version: number;
  /** `upcasters[n]` converts data of version n to version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
  readonly personal?: {
    /** Top-level string fields to encrypt. */
    readonly fields: readonly string[];
    /** Top-level field with the id of the account whose key encrypts them. */
    readonly owner: string;
  };
  /** Top-level field with the id of an account whose texts must not be readable after this event. */
  readonly erases?: string;
}

/** One definition per event type of a context. */
export type EventDefinitions<E extends DomainEvent> = { readonly [Type in E['type']]: EventDefinition };
