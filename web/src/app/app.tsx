import { type ReactNode, StrictMode } from 'react';
import { Provider } from 'react-redux';
import { internalError } from '../../../contract/problems.ts';
import { ErrorBoundary } from '../shared/chunk/error-boundary.tsx';
import { ErrorState } from '../ui/index.ts';
import type { Store } from './store.ts';

interface AppProps {
  readonly store: Store;
  /** The routes, inside the browser router or the server router. */
  readonly children: ReactNode;
}

/** The whole client application. The server and the browser must render the same tree. */
export function App({ store, children }: AppProps) {
  return (
    <StrictMode>
      <ErrorBoundary fallback={(_, retry) => <ErrorState onRetry={retry}>{internalError}</ErrorState>}>
        <Provider store={store} serverState={store.getState()}>
          {children}
        </Provider>
      </ErrorBoundary>
    </StrictMode>
  );
}
