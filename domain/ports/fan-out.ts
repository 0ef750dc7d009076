/** What a listener is told. */
export interface FanOutHandlers {
  readonly onMessage: (message: string) => void;
  /** It has just begun to hear, at first or again: what was said before was missed. */
  readonly onListening?: () => void;
}

/** Hears until it is closed. */
export interface FanOutListener {
  readonly close: () => Promise<void>;
}

/**
 * Short messages from each process to all that listen, itself included: hints that there is something to look at. They
 * may be lost and nothing may depend on them; whoever waits for one also looks by itself now and then.
 */
export interface FanOut {
  /**
   * Tells everybody, and resolves once that is done or has failed: it never rejects. A topic is a name in small letters,
   * digits and `_`; a message is at most 4,000 bytes.
   */
  readonly tell: (topic: string, message: string) => Promise<void>;
  /** Listens on a connection of its own, and connects again whenever it is cut. */
  readonly listen: (topic: string, handlers: FanOutHandlers) => FanOutListener;
}
