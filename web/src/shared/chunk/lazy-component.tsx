import { type ComponentType, type FunctionComponent, lazy } from 'react';
import { ChunkLoadError } from './load-chunk.ts';

/** A component whose code is loaded when it is first rendered or preloaded. */
export interface LazyComponent<Props extends object> extends FunctionComponent<Props> {
  /** Loads the code, so that the component renders without suspending. Rejects if the code cannot be loaded. */
  readonly preload: () => Promise<void>;
}

/**
 * Returns a component whose code is loaded when it is first rendered. Unlike React's `lazy`, it does not cache
 * failures: after an `ErrorBoundary` has caught the failure, the code is requested again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const attempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        if (error instanceof ChunkLoadError)
          error.retryLoad = () => {
            Latest = attempt();
          };
        throw error;
      }
    });

  let Latest = attempt();
  // biome-ignore lint/correctness/noComponentHookFactories: parts are created once, at module level.
  function Part(props: Props) {
    return <Latest {...props} />;
  }
  const preload = async () => {
    Latest = await load();
  };
  return Object.assign(Part, { preload });
}
