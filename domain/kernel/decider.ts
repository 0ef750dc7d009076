import type { DomainEvent } from './event.ts';
import type { Problem } from './problem.ts';

/** Reason why a command was rejected. The API maps `kind` to status 400, 403 or 404. */
export interface Rejection extends Problem {
  readonly kind: 'refused' | 'forbidden' | 'not-found';
}

/** Result of a rejected command. */
export interface Rejected {
  readonly accepted: false;
  readonly rejection: Rejection;
}

/** A rejection, or events: none if the command has already taken effect. */
export type Decision<E extends DomainEvent> =
  | { readonly accepted: true; readonly events: readonly E[] }
  | Rejected;

/**
 * Business rules for one kind of stream, as pure functions. `evolve` folds events into state; `decide` turns a command
 * into events or a rejection. See Chassaing, "Functional Event Sourcing Decider" (2021).
 */
export interface Decider<State, Command, E extends DomainEvent> {
  /** Category of the streams; see `getCategory`. */
  readonly category: string;
  readonly initial: State;
  /** Whether `evolve` uses no personal texts. Events are then read without decryption, which is faster. */
  readonly ignoresTexts?: boolean;
  readonly evolve: (state: State, event: E) => State;
  readonly decide: (command: Command, state: State) => Decision<E>;
}

/**
 * Union of the commands that an interface declares by type. Each property of the interface contains the fields of one
 * command; `Common` contains fields that all of them have.
 */
export type CommandsOf<Declared, Common extends object = object> = {
  readonly [Type in keyof Declared & string]: { readonly type: Type } & Common & Declared[Type];
}[keyof Declared & string];

/** Thrown when a stream contains an event type from a newer code version, for example during a rolling upgrade. */
export class UnknownEvent extends Error {
  constructor(type: string) {
    super(`unknown event type ${type}`);
    this.name = 'UnknownEvent';
  }
}

/**
 * Throws an error in the default case of `evolve`. Commands on a stream with an unknown event must fail, because
 * ignoring the event could spend coins twice.
 * @throws UnknownEvent
 */
export const rejectUnknownEvent = (event: never): never => {
  throw new UnknownEvent((event as DomainEvent).type);
};

/** Accepts a command and produces these events. */
export const accept = <E extends DomainEvent>(...events: readonly E[]): Decision<E> => ({
  accepted: true,
  events,
});

/** Decision that accepts a command which has already taken effect. */
export const noEvents: Decision<never> = { accepted: true, events: [] };

const createRejection =
  (kind: Rejection['kind']) =>
  (problem: Problem): Rejected => ({ accepted: false, rejection: { kind, ...problem } });

/** Rejects a command that violates a business rule. */
export const refuse = createRejection('refused');

/** Rejects a command that the actor is not allowed to send. */
export const forbid = createRejection('forbidden');

/** Rejects a command whose subject does not exist. */
export const notFound = createRejection('not-found');
