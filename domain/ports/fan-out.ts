export interface FanOutHandlers {
  readonly onMessage: (message: string) => void;
  /** Called when the subscription is established, first or again. Earlier messages were missed. */
  readonly onSubscribed?: () => void;
}

export interface FanOutSubscription {
  readonly close: () => Promise<void>;
}

/**
 * Broadcasts short messages to all processes, including the sender. Delivery is not guaranteed: use messages as hints
 * only, and poll as well.
 */
export interface FanOut {
  /**
   * Sends a message to all subscribers. Never rejects. A topic consists of lower-case letters, digits and `_`; a
   * message is at most 4,000 bytes.
   */
  readonly publish: (topic: string, message: string) => Promise<void>;
  /** Subscribes on a dedicated connection and reconnects when it is lost. */
  readonly subscribe: (topic: string, handlers: FanOutHandlers) => FanOutSubscription;
}
