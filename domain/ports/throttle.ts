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
}

/** Counts what each key does, across processes, and says when it is too much. */
export interface Throttle {
  /** Takes one point of the key: 0 when there was one, otherwise the seconds until there is one again. */
  readonly take: (rule: ThrottleRule, key: string) => Promise<number>;
  /** Gives one point back. */
  readonly giveBack: (rule: ThrottleRule, key: string) => Promise<void>;
}
