/** Thrown if code or texts could not be fetched, because the client is offline or a newer version was deployed. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Causes the next render to fetch the code again; null if only a page reload helps. */
  retryLoad: (() => void) | null = null;
}

/** Loads code or texts with one retry. Rejects with `ChunkLoadError` if both attempts fail. */
export const loadChunk = <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> =>
  load()
    .catch(load)
    .catch((cause: unknown) => {
      throw new ChunkLoadError('A part of the client could not be fetched.', { cause });
    });

/** Reload function of the page. Tests replace it. */
export const currentPage = {
  reload: (): void => location.reload(),
};
