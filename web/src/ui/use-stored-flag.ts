import { useState } from 'react';
import { browserKeeps } from '../state/browser-storage.ts';

/** A yes or no that this browser remembers under a key of the local storage. */
export function useStoredFlag(key: string, fallback: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const kept = browserKeeps.get(key);
    return kept === null ? fallback : kept === 'true';
  });
  const change = (next: boolean) => {
    browserKeeps.set(key, String(next));
    setValue(next);
  };
  return [value, change];
}
