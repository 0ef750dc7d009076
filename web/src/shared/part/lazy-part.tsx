import { type ComponentType, lazy } from 'react';
import { MissingPartError, mayComeAgain } from './load-part.ts';

/**
 * A component whose code is loaded when it is first rendered. Unlike React's `lazy` it does not cache a
 * failure: after a `Boundary` has caught it, the code is requested again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const attempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        if (error instanceof MissingPartError && mayComeAgain())
          error.renew = () => {
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
