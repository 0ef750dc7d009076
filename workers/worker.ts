/** A part of the background work that runs until it is closed. */
export interface Worker {
  /** Ends it once what is under way is done. */
  readonly close: () => Promise<void>;
}

/** Where workers report what an operator should know. */
export interface WorkerLogger {
  readonly info: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}
