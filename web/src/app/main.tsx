import '../theme/tokens.css';
import '../theme/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadFirstReads } from '../api/first-reads.ts';
import { startLanguage } from '../i18n/index.ts';
import { setRenderedPage } from '../state/rendered-page.ts';
import { App } from './app.tsx';
import { hydrateWithInput } from './early-input.ts';
import { cacheFirstReads, preloadPage } from './first-page.ts';
import { discardRenderedPage, findRenderedPage } from './rendered-html.ts';
import { AppRoutes } from './router.tsx';
import { createStore, type Store, syncSession } from './store.ts';

/** Prepares the hydration of the server-rendered page. Returns whether the page can be hydrated. */
async function prepareHydration(store: Store): Promise<boolean> {
  const page = findRenderedPage();
  if (!page) return false;
  setRenderedPage(page);
  // If the code cannot be loaded, the router shows the error.
  const isLoaded = await preloadPage(location.pathname).catch(() => false);
  if (isLoaded) await cacheFirstReads(store, loadFirstReads());
  return isLoaded;
}

async function start(root: HTMLElement): Promise<void> {
  const store = createStore();
  syncSession(store);
  const app = (
    <App store={store}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </App>
  );
  await startLanguage();
  if (await prepareHydration(store)) {
    hydrateWithInput(root, () => hydrateRoot(root, app));
  } else {
    loadFirstReads();
    discardRenderedPage(root);
    createRoot(root).render(app);
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
// Not awaited: page modules import this module, so awaiting would cause a deadlock.
void start(root);
