/** Text storage by key, backed by the browser. */
export interface KeptTexts {
  readonly get: (key: string) => string | null;
  /** Returns whether the browser stored it. */
  readonly set: (key: string, text: string) => boolean;
  readonly remove: (key: string) => void;
  /** The keys with a prefix. */
  readonly keys: (start: string) => readonly string[];
}

function keysOf(find: () => Storage): readonly string[] {
  try {
    return Object.keys(find());
  } catch {
    return [];
  }
}

/**
 * A storage that never throws. When the browser refuses to store a value or is full, the value is kept in
 * memory.
 */
function guarded(find: () => Storage): KeptTexts {
  const unkept = new Map<string, string>();

  function forget(key: string): void {
    try {
      find().removeItem(key);
    } catch {
      // Storage is not available.
    }
  }

  return {
    get(key) {
      try {
        return unkept.get(key) ?? find().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, text) {
      try {
        find().setItem(key, text);
        unkept.delete(key);
        return true;
      } catch {
        unkept.set(key, text);
        forget(key);
        return false;
      }
    },
    remove(key) {
      unkept.delete(key);
      forget(key);
    },
    keys(start) {
      return [...new Set([...unkept.keys(), ...keysOf(find)])].filter((key) => key.startsWith(start));
    },
  };
}

/** Storage that persists between visits. */
export const browserKeeps = guarded(() => localStorage);

/** Storage that lasts as long as the tab. */
export const tabKeeps = guarded(() => sessionStorage);
