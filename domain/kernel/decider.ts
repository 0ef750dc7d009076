import type { DomainEvent } from './event.ts';

/**
 * Why a command is refused. `message` is the sentence that a person reads, `code` a stable SCREAMING_SNAKE name;
 * `kind` tells the API which answer it is.
 */
export interface Rejection {
  readonly kind: 'refused' | 'forbidden' | 'not-found';
  readonly code: string;
  readonly message: string;
}

/** What a command leads to: events (none when all of it has happened already), or a rejection. */
export type Decision<E extends DomainEvent> =
  | { readonly accepted: true; readonly events: readonly E[] }
  | { readonly accepted: false; readonly rejection: Rejection };

/**
 * The rules of one kind of stream, as pure functions: `evolve` folds its events into state, `decide` turns a command
 * into events or a rejection. See Chassaing, "Functional Event Sourcing Decider" (2021).
 */
export interface Decider<State, Command, E extends DomainEvent> {
  /** Category of its streams. */
  readonly category: string;
  readonly initial: State;
  readonly evolve: (state: State, event: E) => State;
  readonly decide: (command: Command, state: State) => Decision<E>;
}

/** A stream has an event of a newer version of the code, as during a rolling upgrade. */
export class UnknownEvent extends Error {
  constructor(type: string) {
    super(`this version does not know the event ${type}`);
    this.name = 'UnknownEvent';
  }
}

/**
 * The default case of a decider's `evolve`. Skipping an unknown event could spend coins twice, so nothing is decided on
 * such a stream.
 * @throws UnknownEvent
 */
export const rejectUnknownEvent = (event: never): never => {
  throw new UnknownEvent((event as DomainEvent).type);
};

/** The command leads to these events. */
export const accept = <E extends DomainEvent>(...events: readonly E[]): Decision<E> => ({
  accepted: true,
  events,
});

/** The command asks for what is so already. */
export const nothingToDo: Decision<never> = { accepted: true, events: [] };

const rejectAs =
  (kind: Rejection['kind']) =>
  (code: string, message: string): Decision<never> => ({
    accepted: false,
    rejection: { kind, code, message },
  });

/** A rule of the business refuses the command. */
export const refuse = rejectAs('refused');

/** The actor may not do this. */
export const forbid = rejectAs('forbidden');

/** What the command is about does not exist. */
export const notFound = rejectAs('not-found');
