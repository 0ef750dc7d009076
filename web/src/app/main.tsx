import '../theme/tokens.css';
import '../theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { internalError } from '../../../contract/problems.ts';
import { startLanguage } from '../i18n/index.ts';
import { ErrorBoundary } from '../shared/chunk/error-boundary.tsx';
import { ErrorState } from '../ui/index.ts';
import { AppRoutes } from './router.tsx';
import { createStore, syncSession } from './store.ts';

const store = createStore();
syncSession(store);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for Kindra.');

await startLanguage();
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary fallback={(_, retry) => <ErrorState onRetry={retry}>{internalError}</ErrorState>}>
      <Provider store={store}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  </StrictMode>,
);
