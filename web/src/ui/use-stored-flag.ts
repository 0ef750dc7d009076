import { useState } from 'react';

/** A yes or no that this browser remembers under a key of the local storage. */
export function useStoredFlag(key: string, fallback: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const kept = localStorage.getItem(key);
    return kept === null ? fallback : kept === 'true';
  });
  const change = (next: boolean) => {
    localStorage.setItem(key, String(next));
    setValue(next);
  };
  return [value, change];
}
