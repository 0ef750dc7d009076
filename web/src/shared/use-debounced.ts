import { useEffect, useState } from 'react';

/** Debounces a value by `delayMs` milliseconds, for example the text of a search. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debouncedValue;
}
