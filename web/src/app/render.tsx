// Must be the first import, because other modules use the globals when they are loaded.
import './server-globals.ts';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { FirstRead } from '../../../contract/endpoints/first-reads.ts';
import type { PageToRender } from '../../../contract/rules/rendered-page.ts';
import { kindraApi } from '../api/base.ts';
import { receiveFirstReads } from '../api/first-reads.ts';
import { switchLanguage } from '../i18n/i18n.ts';
import { setRenderedPage } from '../state/rendered-page.ts';
import { App } from './app.tsx';
import { cacheFirstReads, preloadPage } from './first-page.ts';
import { AppRoutes } from './router.tsx';
import { setServerPage } from './server-globals.ts';
import { createStore } from './store.ts';

/**
 * Renders a page for a visitor as HTML. Runs in its own thread and renders one page at a time, because texts and
 * responses are global. Returns an empty string for pages that only the browser renders.
 */
export default async function renderPage(page: PageToRender): Promise<string> {
  const { url, language, settings } = page;
  setServerPage(url, settings);
  setRenderedPage(page);
  await switchLanguage(language);
  if (!(await preloadPage(new URL(url).pathname))) return '';
  const store = createStore();
  const reads: readonly FirstRead[] = JSON.parse(page.reads);
  receiveFirstReads(reads);
  await cacheFirstReads(store, reads);
  const { pathname, search } = new URL(url);
  try {
    return renderToString(
      <App store={store}>
        <StaticRouter location={pathname + search}>
          <AppRoutes />
        </StaticRouter>
      </App>,
    );
  } finally {
    // Stops the cache timers.
    store.dispatch(kindraApi.util.resetApiState());
  }
}
