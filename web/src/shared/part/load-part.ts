/** A part of the client that could not be fetched: there is no connection, or a newer version has taken its place. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
  /** Has the part fetched anew when it is next shown; null where only loading the whole page anew helps. */
  renew: (() => void) | null = null;
}

// Vite's loader asks for a sheet of styles only once: code that came by a second attempt would stand there bare.
let stylesMissing = false;
window.addEventListener('vite:preloadError', ({ payload }) => {
  stylesMissing ||= payload.message.includes('CSS');
});

/** Fetches code or texts, and once more when that fails; rejects with `MissingPartError`. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (first) {
    const again = stylesMissing ? Promise.reject(first) : load();
    return again.catch((cause: unknown) => {
      throw new MissingPartError('A part of the client could not be fetched.', { cause });
    });
  }
}

/** Whether code that could not be fetched may be asked for again without loading the page anew. */
export const mayComeAgain = (): boolean => !stylesMissing;

/** The page in the browser, as far as it is told to load anew. */
export const thisPage = {
  reload: (): void => location.reload(),
};
