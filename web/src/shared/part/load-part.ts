/** Code or texts that could not be fetched: the client is offline, or a newer version was deployed. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
  /** Makes the next render fetch the part again; null where only reloading the page helps. */
  renew: (() => void) | null = null;
}

// Vite requests a style sheet only once: code from a second attempt would be shown without styles.
let stylesMissing = false;
window.addEventListener('vite:preloadError', ({ payload }) => {
  stylesMissing ||= payload.message.includes('CSS');
});

/** Loads code or texts, with one retry; rejects with `MissingPartError`. */
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

/** Whether code that failed to load can be requested again without reloading the page. */
export const mayComeAgain = (): boolean => !stylesMissing;

/** Page reload, replaceable in tests. */
export const thisPage = {
  reload: (): void => location.reload(),
};
