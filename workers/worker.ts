/** Background work that runs until it is closed. */
export interface Worker {
  /** Finishes the current work, then stops. */
  readonly close: () => Promise<void>;
}

/** Logger that reports to operators. */
export interface WorkerLogger {
  readonly info: (fields: object, message: string) => void;
  /** Reports a failure. The part counts as failing until `recovered` is called with the same subject. */
  readonly error: (fields: object, message: string, subject?: string) => void;
  /** Reports that work on a subject has succeeded after a failure. */
  readonly recovered?: (subject: string) => void;
}
