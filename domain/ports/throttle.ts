/** Maximum number of points per key within a period. `name` identifies the rule in the store. */
export interface ThrottleRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /**
   * Number of points that a process takes from the store at once while many are left. Default: 1. All processes
   * together never exceed the limit.
   */
  readonly share?: number;
  /** Whether each process counts separately, in memory. For frequent actions. */
  readonly perProcess?: boolean;
  /** Whether points are usually returned, so that an exhausted key must not be cached. */
  readonly refundable?: boolean;
}

/** Result of taking a point. */
export interface TakenPoint {
  /** Seconds until a point is available; 0 if one was taken. */
  readonly wait: number;
  /** Points of the key that are taken, including this one. */
  readonly taken: number;
}

/** Limits the rate of actions per key, across processes. */
export interface Throttle {
  /** Takes one point. Resolves with 0, or with the seconds until one is available. */
  readonly take: (rule: ThrottleRule, key: string) => Promise<number>;
  /** Takes one point of a rule without shares. Rejected attempts are not counted. */
  readonly takeCounted: (rule: ThrottleRule, key: string) => Promise<TakenPoint>;
  /** Rejects the key for the period of the rule, starting now. */
  readonly lock: (rule: ThrottleRule, key: string) => Promise<void>;
  /** Returns one point. */
  readonly refund: (rule: ThrottleRule, key: string) => Promise<void>;
}
