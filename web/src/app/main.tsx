import '../theme/tokens.css';
import '../theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { internalError } from '../../../contract/problems.ts';
import { startLanguage } from '../i18n/index.ts';
import { Boundary } from '../shared/part/boundary.tsx';
import { ErrorState } from '../ui/index.ts';
import { AppRoutes } from './router.tsx';
import { createStore, keepSession } from './store.ts';

const store = createStore();
keepSession(store);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for Kindra.');

await startLanguage();
createRoot(root).render(
  <StrictMode>
    <Boundary instead={(_, retry) => <ErrorState onRetry={retry}>{internalError}</ErrorState>}>
      <Provider store={store}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Provider>
    </Boundary>
  </StrictMode>,
);
