/** Texts by key, as a browser keeps them. */
export interface KeptTexts {
  readonly get: (key: string) => string | null;
  /** Answers whether the browser keeps it. */
  readonly set: (key: string, text: string) => boolean;
  readonly remove: (key: string) => void;
  /** The keys that begin with a text. */
  readonly keys: (start: string) => readonly string[];
}

function keysOf(find: () => Storage): readonly string[] {
  try {
    return Object.keys(find());
  } catch {
    return [];
  }
}

/** A storage that never throws: what the browser does not keep, since it may not or is full, lasts as long as the page. */
function guarded(find: () => Storage): KeptTexts {
  const unkept = new Map<string, string>();

  function forget(key: string): void {
    try {
      find().removeItem(key);
    } catch {
      // Nothing is kept there.
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

/** What this browser keeps between visits. */
export const browserKeeps = guarded(() => localStorage);

/** What this tab keeps while it is open. */
export const tabKeeps = guarded(() => sessionStorage);
