/** Texts by key, as a browser keeps them. */
export interface KeptTexts {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, text: string) => void;
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
      } catch {
        unkept.set(key, text);
      }
    },
    remove(key) {
      unkept.delete(key);
      try {
        find().removeItem(key);
      } catch {
        // Nothing is kept there.
      }
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
