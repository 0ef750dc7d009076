import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../shared/chunk/error-boundary.tsx';
import { lazyComponent } from '../../shared/chunk/lazy-component.tsx';
import { loadChunk } from '../../shared/chunk/load-chunk.ts';
import { useIsHydrated } from '../../state/rendered-page.ts';
import { useUser } from '../../state/session.ts';

const LiveUpdates = lazyComponent(
  async () => (await loadChunk(() => import('./live-updates.ts'))).LiveUpdates,
);

const MessageSocket = lazyComponent(
  async () => (await loadChunk(() => import('./message-socket.ts'))).MessageSocket,
);

/** Live updates and the message socket. If their code cannot be loaded, the next navigation retries. */
export function Connections() {
  const user = useUser();
  const { key } = useLocation();
  if (!useIsHydrated()) return null;
  return (
    <ErrorBoundary resetKey={key} fallback={() => null}>
      <Suspense fallback={null}>
        <LiveUpdates />
        {user && <MessageSocket />}
      </Suspense>
    </ErrorBoundary>
  );
}
