/** Code or texts that could not be fetched: the client is offline, or a newer version was deployed. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Makes the next render fetch the code again; null where only reloading the page helps. */
  retryLoad: (() => void) | null = null;
}

// Vite requests a style sheet only once: code from a second attempt would be shown without styles.
let areStylesMissing = false;
window.addEventListener('vite:preloadError', ({ payload }) => {
  areStylesMissing ||= payload.message.includes('CSS');
});

/** Loads code or texts, with one retry; rejects with `ChunkLoadError`. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (firstError) {
    const retry = areStylesMissing ? Promise.reject(firstError) : load();
    return retry.catch((cause: unknown) => {
      throw new ChunkLoadError('A part of the client could not be fetched.', { cause });
    });
  }
}

/** Whether code that failed to load can be requested again without reloading the page. */
export const canRetryChunk = (): boolean => !areStylesMissing;

/** Page reload, replaceable in tests. */
export const currentPage = {
  reload: (): void => location.reload(),
};
