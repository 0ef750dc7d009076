/** How many in how long. The name tells rules apart in the store. */
export interface ThrottleRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /**
   * Points that a process takes at once while there are plenty, to ask the store seldom; 1 when left out. Several
   * processes together never give more than the points, and no less while each of them is asked.
   */
  readonly share?: number;
  /** Whether each process counts on its own, in memory: for what happens too often to ask the store. */
  readonly perProcess?: boolean;
  /** Points are given back as a rule, so processes do not remember that a key has none left. */
  readonly refundable?: boolean;
}

/** A point that was asked for. */
export interface TakenPoint {
  /** Seconds until there is a point; 0 when it was taken. */
  readonly wait: number;
  /** Points of the key that are taken now, this one included. */
  readonly taken: number;
}

/** Counts what each key does, across processes, and says when it is too much. */
export interface Throttle {
  /** Takes one point of the key: 0 when there was one, otherwise the seconds until there is one again. */
  readonly take: (rule: ThrottleRule, key: string) => Promise<number>;
  /** Takes one point of a rule without shares. What is refused is not counted. */
  readonly takeCounted: (rule: ThrottleRule, key: string) => Promise<TakenPoint>;
  /** Refuses the key for as many seconds as the rule has, from now on. */
  readonly lock: (rule: ThrottleRule, key: string) => Promise<void>;
  /** Gives one point back. */
  readonly giveBack: (rule: ThrottleRule, key: string) => Promise<void>;
}
