/** Handlers of a subscription to a topic. */
export interface FanOutHandlers {
  readonly onMessage: (message: string) => void;
  /** Called each time the subscription is established. Messages sent before that were missed. */
  readonly onSubscribed?: () => void;
}

/** An SQL statement that sends a message. */
export interface MessageStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A running subscription to a topic. */
export interface FanOutSubscription {
  readonly close: () => Promise<void>;
}

/** Broadcasts messages to all processes, including the sender. They are hints that can be lost: poll as well. */
export interface FanOut {
  /** Never rejects. Topics consist of lower-case letters, digits and `_`. Messages have at most 4,000 bytes. */
  readonly publish: (topic: string, message: string) => Promise<void>;
  /**
   * Creates an SQL statement that sends a message on commit. Returns null if no other process listens; the sender does not
   * receive the message either. Undefined if the database does not send messages.
   */
  readonly createStatement?: (topic: string, message: string) => MessageStatement | null;
  /** Subscribes to a topic. Reconnects when the connection is lost. */
  readonly subscribe: (topic: string, handlers: FanOutHandlers) => FanOutSubscription;
}
