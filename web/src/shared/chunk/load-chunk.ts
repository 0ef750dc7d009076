/** Code or texts that could not be fetched: the client is offline, or a newer version was deployed. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Makes the next render fetch the code again; null where only reloading the page helps. */
  retryLoad: (() => void) | null = null;
}

/** Loads code or texts, with one retry; rejects with `ChunkLoadError`. */
export const loadChunk = <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> =>
  load()
    .catch(load)
    .catch((cause: unknown) => {
      throw new ChunkLoadError('A part of the client could not be fetched.', { cause });
    });

/** Page reload, replaceable in tests. */
export const currentPage = {
  reload: (): void => location.reload(),
};
