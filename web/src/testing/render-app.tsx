import './browser-gaps.ts';
import { act, cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import type { SessionUser } from '../../../contract/shapes.ts';
import { kindraApi } from '../api/base.ts';
import { AppRoutes } from '../app/router.tsx';
import { createStore, syncSession } from '../app/store.ts';
import { withdrawProof } from '../state/proof.ts';
import { saveSession } from '../state/session-storage.ts';
import { setWindowWidth } from './browser-gaps.ts';
import { FakeApi } from './fake-api.ts';
import { registerApp } from './open-apps.ts';

const HOUR_MS = 3_600_000;

// Tests may run on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

let currentPath = '';
let navigate: NavigateFunction;

function LocationTracker() {
  const { pathname, search } = useLocation();
  currentPath = pathname + search;
  navigate = useNavigate();
  return null;
}

/** Returns the path and query of the current page. */
export const getCurrentPath = (): string => currentPath;

/** Goes back or forward in the history of the app, like the buttons of the browser. */
export const goInHistory = (delta: number): Promise<void> => act(async () => void (await navigate(delta)));

export interface AppOptions {
  readonly at?: string;
  /** State of the initial navigation. */
  readonly state?: unknown;
  readonly user?: SessionUser;
  /** Expiry of the session; in one hour by default. */
  readonly expiration?: string;
  /** Window width in pixels; 1440 by default. */
  readonly width?: number;
  readonly api?: FakeApi;
}

/** Creates a fake API with empty responses for the calls that most screens make. */
export function createEmptyApi(): FakeApi {
  const api = new FakeApi();
  for (const path of [
    'publications',
    'following/publications',
    'suggested/profiles',
    'suggested/org-profiles',
    'adopt/animals',
    'crowdfunding/all?sort=ending',
  ])
    api.on(`GET /api/${path}`, { body: [] });
  return api;
}

/** Renders the whole client at a URL with a fake API, until the test ends or `closeApps` is called. */
export function renderApp(options: AppOptions = {}) {
  const { at = '/', state, user, width = 1440, api = createEmptyApi() } = options;
  const expiration = options.expiration ?? new Date(Date.now() + HOUR_MS).toISOString();
  localStorage.clear();
  setWindowWidth(width);
  if (user) saveSession({ token: 'token-1', expiration, user });
  const store = createStore();
  syncSession(store);
  const { pathname, search, hash } = new URL(at, location.origin);
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
        <AppRoutes />
        <LocationTracker />
      </MemoryRouter>
    </Provider>,
  );
  registerApp(() => {
    cleanup();
    withdrawProof();
    store.dispatch(kindraApi.util.resetApiState());
    sessionStorage.clear();
  });
  return { store, api, reader: userEvent.setup() };
}
