import { loadTexts, type TextNamespace } from '../../i18n/index.ts';

/** Thrown if code or texts could not be fetched, because the client is offline or a newer version was deployed. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Causes the next render to fetch the code again; null if only a page reload helps. */
  retryLoad: (() => void) | null = null;
}

/** Loads code and its texts with one retry. Rejects with `ChunkLoadError` if both attempts fail. */
export function loadChunk<Chunk>(
  load: () => Promise<Chunk>,
  texts: readonly TextNamespace[] = [],
): Promise<Chunk> {
  const loadAll = async () => (await Promise.all([load(), loadTexts(...texts)]))[0];
  return loadAll()
    .catch(loadAll)
    .catch((cause: unknown) => {
      throw new ChunkLoadError('A part of the client could not be fetched.', { cause });
    });
}

/** Reload function of the page. Tests replace it. */
export const currentPage = {
  reload: (): void => location.reload(),
};
