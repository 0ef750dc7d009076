import { useState } from 'react';
import { browserStorage } from '../state/browser-storage.ts';

/** A boolean stored in the browser under a key. */
export function useStoredFlag(key: string, fallback: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const kept = browserStorage.get(key);
    return kept === null ? fallback : kept === 'true';
  });
  const change = (next: boolean) => {
    browserStorage.set(key, String(next));
    setValue(next);
  };
  return [value, change];
}
