/** A part of the background work that runs until it is closed. */
export interface Worker {
  /** Ends it once what is under way is done. */
  readonly close: () => Promise<void>;
}

/** Where workers report what an operator should know. */
export interface WorkerLogger {
  readonly info: (fields: object, message: string) => void;
  /** Reports a failure. The part is failing until `recovered` is called with the same subject. */
  readonly error: (fields: object, message: string, subject?: string) => void;
  /** What failed under this subject has succeeded. */
  readonly recovered?: (subject: string) => void;
}
