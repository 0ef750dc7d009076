/** String storage by key, backed by the browser. */
interface TextStorage {
  readonly get: (key: string) => string | null;
  /** Stores a string. Returns whether the browser stored it. */
  readonly set: (key: string, text: string) => boolean;
  readonly remove: (key: string) => void;
  /** Returns the keys that have a prefix. */
  readonly keys: (start: string) => readonly string[];
}

function listKeys(find: () => Storage): readonly string[] {
  try {
    return Object.keys(find());
  } catch {
    return [];
  }
}

/** Creates a storage that never throws. If the browser storage is blocked or full, values are kept in memory. */
function createSafeStorage(find: () => Storage): TextStorage {
  const fallback = new Map<string, string>();

  function removeItem(key: string): void {
    try {
      find().removeItem(key);
    } catch {
      // The browser storage is not available.
    }
  }

  return {
    get(key) {
      try {
        return fallback.get(key) ?? find().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, text) {
      try {
        find().setItem(key, text);
        fallback.delete(key);
        return true;
      } catch {
        fallback.set(key, text);
        removeItem(key);
        return false;
      }
    },
    remove(key) {
      fallback.delete(key);
      removeItem(key);
    },
    keys(start) {
      return [...new Set([...fallback.keys(), ...listKeys(find)])].filter((key) => key.startsWith(start));
    },
  };
}

/** Storage that persists between visits. */
export const browserStorage = createSafeStorage(() => localStorage);

/** Storage that persists until the tab is closed. */
export const tabStorage = createSafeStorage(() => sessionStorage);
