import { type ComponentType, lazy } from 'react';
import { MissingPartError, mayComeAgain } from './load-part.ts';

/**
 * A component whose code comes when it is first shown. Unlike `lazy` of React it does not keep a failure for ever: once
 * a `Boundary` has caught it, the code is asked for anew.
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
  // biome-ignore lint/correctness/noComponentHookFactories: parts are made once, where their modules begin.
  return function Part(props) {
    return <Latest {...props} />;
  };
}
