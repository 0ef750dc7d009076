import { useState } from 'react';
import { browserStorage } from '../state/browser-storage.ts';

/** Manages a boolean that is stored in the browser under `key`. */
export function useStoredFlag(key: string, fallback: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const storedValue = browserStorage.get(key);
    return storedValue === null ? fallback : storedValue === 'true';
  });
  const change = (newValue: boolean) => {
    browserStorage.set(key, String(newValue));
    setValue(newValue);
  };
  return [value, change];
}
