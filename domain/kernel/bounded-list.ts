/** An immutable list of the last values of a sequence. Lists share storage, so appending costs constant memory. */
export interface BoundedList<Value> {
  /** Shared with longer lists. Only the first `length` values belong to this list. */
  readonly values: readonly Value[];
  readonly length: number;
}

export const emptyList: BoundedList<never> = { values: [], length: 0 };

/** Returns the list with another value. It keeps at least the last `kept` values and at most twice as many. */
export function appendValue<Value>(
  { values, length }: BoundedList<Value>,
  value: Value,
  minLength: number,
): BoundedList<Value> {
  const isNewest = values.length === length;
  if (length > 0 && isNewest && length < 2 * minLength) {
    (values as Value[]).push(value);
    return { values, length: length + 1 };
  }
  const grown = [...values.slice(Math.max(0, length - minLength + 1), length), value];
  return { values: grown, length: grown.length };
}

/** Returns the newest value that passes the test. */
export function findNewest<Value>(
  { values, length }: BoundedList<Value>,
  test: (value: Value) => boolean,
): Value | undefined {
  for (let n = length - 1; n >= 0; n -= 1) if (test(values[n] as Value)) return values[n];
  return undefined;
}

export const getNewest = <Value>({ values, length }: BoundedList<Value>): Value | undefined =>
  values[length - 1];
