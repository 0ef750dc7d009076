import type { ReactNode } from 'react';
import { Boundary } from '../../shared/part/boundary.tsx';
import { MissingPartError } from '../../shared/part/load-part.ts';
import { ErrorPage } from '../error-page.tsx';

interface BrokenPageProps {
  /** Another place gives the page a fresh start. */
  readonly place: string;
  readonly children: ReactNode;
}

/** Tries again; the focus goes on from the place of the page, since the button vanishes. */
function again(retry: () => void): void {
  document.getElementById('main')?.focus({ preventScroll: true });
  retry();
}

/** Shows the error page instead of a page that broke, or that could not be fetched; the menu stays. */
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
