import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../shared/chunk/error-boundary.tsx';
import { ChunkLoadError } from '../../shared/chunk/load-chunk.ts';
import { ErrorPage } from '../error-page.tsx';

interface PageErrorBoundaryProps {
  readonly resetKey: string;
  readonly children: ReactNode;
}

/** Retries the page. Focuses the page area first, because the button disappears. */
function retryWithFocus(retry: () => void): void {
  document.getElementById('main')?.focus({ preventScroll: true });
  retry();
}

/** Shows the error page in place of a page that failed to render or load. The menu remains. */
export function PageErrorBoundary({ resetKey, children }: PageErrorBoundaryProps) {
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(error, retry) => (
        <ErrorPage
          cause={error instanceof ChunkLoadError ? 'load' : 'render'}
          onRetry={() => retryWithFocus(retry)}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
