import { type ComponentType, Suspense } from 'react';
import type { TextNamespace } from '../../i18n/index.ts';
import { ChunkErrorBoundary } from './chunk-error-boundary.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { loadChunk } from './load-chunk.ts';

/** Returns a dialog or other component whose code and texts are loaded when it is first shown. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  texts?: readonly TextNamespace[],
): ComponentType<Props> {
  const Dialog = lazyComponent(() => loadChunk(load, texts));
  // biome-ignore lint/correctness/noComponentHookFactories: dialogs are created once, at module level.
  return function LazyDialog(props) {
    return (
      <ChunkErrorBoundary>
        <Suspense fallback={null}>
          <Dialog {...props} />
        </Suspense>
      </ChunkErrorBoundary>
    );
  };
}
