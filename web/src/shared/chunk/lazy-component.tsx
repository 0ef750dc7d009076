import { type ComponentType, lazy } from 'react';
import { ChunkLoadError, canRetryChunk } from './load-chunk.ts';

/**
 * Returns a component whose code is loaded when it is first rendered. Unlike React's `lazy` it does not cache
 * a failure: after a `ErrorBoundary` has caught it, the code is requested again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const attempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        if (error instanceof ChunkLoadError && canRetryChunk())
          error.retryLoad = () => {
            Latest = attempt();
          };
        throw error;
      }
    });

  let Latest = attempt();
  // biome-ignore lint/correctness/noComponentHookFactories: parts are created once, at module level.
  return function Part(props) {
    return <Latest {...props} />;
  };
}
