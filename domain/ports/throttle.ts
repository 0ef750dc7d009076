/** Maximum number of points per key within a period. `name` identifies the rule in the store. */
export interface ThrottleRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Points that a process takes at once while many are left; the limit still holds. Default: 1. */
  readonly share?: number;
  /** Whether each process counts separately, in memory. Use it for frequent actions. */
  readonly isPerProcess?: boolean;
  /** Whether points are usually refunded. If so, an exhausted key must not be cached. */
  readonly isRefundable?: boolean;
}

/** Result of `takeAndCount`. */
interface TakeResult {
  /** Seconds until a point is available; 0 if one was taken. */
  readonly wait: number;
  /** Number of points taken for the key, including this one. */
  readonly taken: number;
}

/** Limits the rate of actions per key, across processes. */
export interface Throttle {
  /** Takes one point. Resolves with 0 if it was taken, otherwise with the seconds until one is available. */
  readonly take: (rule: ThrottleRule, key: string) => Promise<number>;
  /** Takes one point under a rule without shares. Rejected attempts do not count. */
  readonly takeAndCount: (rule: ThrottleRule, key: string) => Promise<TakeResult>;
  /** Rejects all attempts for the key during the rule's period, starting now. */
  readonly lock: (rule: ThrottleRule, key: string) => Promise<void>;
  readonly refund: (rule: ThrottleRule, key: string) => Promise<void>;
}
