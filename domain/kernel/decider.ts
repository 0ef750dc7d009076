import type { DomainEvent } from './event.ts';
import type { Problem } from './problem.ts';

/** Reason why a command is rejected. The API maps `kind` to status 400, 403 or 404. */
export interface Rejection extends Problem {
  readonly kind: 'refused' | 'forbidden' | 'not-found';
}

/** Result of a rejected command. */
export interface Rejected {
  readonly accepted: false;
  readonly rejection: Rejection;
}

/** Result of a decision: a rejection or events. No events if the command has already taken effect. */
export type Decision<E extends DomainEvent> =
  | { readonly accepted: true; readonly events: readonly E[] }
  | Rejected;

/**
 * Business rules of one kind of stream, as pure functions: `evolve` folds events into state, `decide` turns a
 * command into events or a rejection. See Chassaing, "Functional Event Sourcing Decider" (2021).
 */
export interface Decider<State, Command, E extends DomainEvent> {
  /** Category of its streams. */
  readonly category: string;
  readonly initial: State;
  /**
   * Whether `evolve` uses no personal texts. Its events are then read without decrypting them. Set for long streams of
   * texts.
   */
  readonly ignoresTexts?: boolean;
  readonly evolve: (state: State, event: E) => State;
  readonly decide: (command: Command, state: State) => Decision<E>;
}

/** A stream contains an event type of a newer version of the code, as during a rolling upgrade. */
export class UnknownEvent extends Error {
  constructor(type: string) {
    super(`unknown event type ${type}`);
    this.name = 'UnknownEvent';
  }
}

/**
 * Default case of `evolve`. Commands on such a stream fail, because ignoring the event could spend coins
 * twice.
 * @throws UnknownEvent
 */
export const rejectUnknownEvent = (event: never): never => {
  throw new UnknownEvent((event as DomainEvent).type);
};

/** Accepts a command with these events. */
export const accept = <E extends DomainEvent>(...events: readonly E[]): Decision<E> => ({
  accepted: true,
  events,
});

/** Accepts a command that has already taken effect. */
export const noEvents: Decision<never> = { accepted: true, events: [] };

const createRejection =
  (kind: Rejection['kind']) =>
  (problem: Problem): Rejected => ({ accepted: false, rejection: { kind, ...problem } });

/** Rejects a command that violates a business rule. */
export const refuse = createRejection('refused');

/** Rejects a command that the actor may not send. */
export const forbid = createRejection('forbidden');

/** Rejects a command whose subject does not exist. */
export const notFound = createRejection('not-found');
