import type { ReactNode } from 'react';
import { Boundary } from '../../shared/part/boundary.tsx';
import { MissingPartError } from '../../shared/part/load-part.ts';
import { ErrorPage } from '../error-page.tsx';

interface BrokenPageProps {
  /** A change of this value resets the error state. */
  readonly place: string;
  readonly children: ReactNode;
}

/** Retries; focuses the page area first, because the button disappears. */
function again(retry: () => void): void {
  document.getElementById('main')?.focus({ preventScroll: true });
  retry();
}

/** Shows the error page for a page that failed to render or load; the menu remains. */
export function BrokenPage({ place, children }: BrokenPageProps) {
  return (
    <Boundary
      place={place}
      instead={(error, retry) => (
        <ErrorPage broken={error instanceof MissingPartError ? 'way' : 'page'} onRetry={() => again(retry)} />
      )}
    >
      {children}
    </Boundary>
  );
}
