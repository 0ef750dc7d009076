/** Background work that runs until it is closed. */
export interface Worker {
  /** Finishes the current work and stops. */
  readonly close: () => Promise<void>;
}

/** Log for operators. */
export interface WorkerLogger {
  readonly info: (fields: object, message: string) => void;
  /** Reports a failure. The part counts as failing until `recovered` is called with the same subject. */
  readonly error: (fields: object, message: string, subject?: string) => void;
  /** Reports that the work of a subject has succeeded after a failure. */
  readonly recovered?: (subject: string) => void;
}
