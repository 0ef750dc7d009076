/** An immutable list that keeps the latest values. Lists share storage, so appending takes constant memory. */
export interface BoundedList<Value> {
  /** Array shared with longer lists. Only the first `length` values belong to this list. */
  readonly values: readonly Value[];
  readonly length: number;
}

export const emptyList: BoundedList<never> = { values: [], length: 0 };

/** Returns a list with the value appended. It keeps between `minLength` and 2 × `minLength` of the latest values. */
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

/** Returns the newest value that passes the test, or undefined. */
export function findNewest<Value>(
  { values, length }: BoundedList<Value>,
  test: (value: Value) => boolean,
): Value | undefined {
  for (let n = length - 1; n >= 0; n -= 1) if (test(values[n] as Value)) return values[n];
  return undefined;
}

/** Returns the value that was appended last, or undefined if the list is empty. */
export const getNewest = <Value>({ values, length }: BoundedList<Value>): Value | undefined =>
  values[length - 1];
