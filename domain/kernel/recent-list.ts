/**
 * The last values of a row that grows, and never changes itself: whoever adds to it gets a list that shares what it
 * keeps, so that adding takes the same few bytes however long the list is.
 */
export interface RecentList<Value> {
  /** Shared by the lists that follow each other: each knows it up to its own length. */
  readonly values: readonly Value[];
  readonly length: number;
}

export const emptyList: RecentList<never> = { values: [], length: 0 };

/** The list with another value; it has at least the last `kept`, and at most twice as many. */
export function withValue<Value>(
  { values, length }: RecentList<Value>,
  value: Value,
  kept: number,
): RecentList<Value> {
  const isNewest = values.length === length;
  if (length > 0 && isNewest && length < 2 * kept) {
    (values as Value[]).push(value);
    return { values, length: length + 1 };
  }
  const grown = [...values.slice(Math.max(0, length - kept + 1), length), value];
  return { values: grown, length: grown.length };
}

/** The newest value for which the test holds. */
export function findRecent<Value>(
  { values, length }: RecentList<Value>,
  test: (value: Value) => boolean,
): Value | undefined {
  for (let n = length - 1; n >= 0; n -= 1) if (test(values[n] as Value)) return values[n];
  return undefined;
}

/** The value that was added last. */
export const newestOf = <Value>({ values, length }: RecentList<Value>): Value | undefined =>
  values[length - 1];
