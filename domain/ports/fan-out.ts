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

export interface FanOutSubscription {
  readonly close: () => Promise<void>;
}

/**
 * Broadcasts short messages to all processes, including the sender. Delivery is not guaranteed: use messages only as
 * hints, and poll as well.
 */
export interface FanOut {
  /**
   * Sends a message to all subscribers. Never rejects. A topic consists of lower-case letters, digits and `_`. A
   * message has at most 4,000 bytes.
   */
  readonly publish: (topic: string, message: string) => Promise<void>;
  /**
   * Creates an SQL statement that sends a message when its transaction commits. Undefined if messages do not pass
   * through the database.
   */
  readonly createStatement?: (topic: string, message: string) => MessageStatement;
  /** Subscribes on a dedicated connection. Reconnects when the connection is lost. */
  readonly subscribe: (topic: string, handlers: FanOutHandlers) => FanOutSubscription;
}
