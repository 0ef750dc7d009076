interface Link<Value> {
  readonly value: Value;
  readonly before: Link<Value> | null;
}

/**
 * The last values of a row that grows, and never changes itself: whoever adds to it gets a list that shares what it
 * keeps. Adding takes the same few bytes however long the list is.
 */
export interface RecentList<Value> {
  readonly newer: Link<Value> | null;
  readonly count: number;
  readonly older: Link<Value> | null;
}

export const emptyList: RecentList<never> = { newer: null, count: 0, older: null };

/** The list with another value; it has at least the last `kept`, and at most twice as many. */
export function withValue<Value>(
  { newer, count, older }: RecentList<Value>,
  value: Value,
  kept: number,
): RecentList<Value> {
  return count < kept
    ? { newer: { value, before: newer }, count: count + 1, older }
    : { newer: { value, before: null }, count: 1, older: newer };
}

/** The newest value for which the test holds. */
export function findRecent<Value>(
  { newer, older }: RecentList<Value>,
  test: (value: Value) => boolean,
): Value | undefined {
  for (const generation of [newer, older])
    for (let link = generation; link; link = link.before) if (test(link.value)) return link.value;
  return undefined;
}
