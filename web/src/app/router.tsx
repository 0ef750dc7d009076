import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router-dom';
import { Loading } from '../ui/index.ts';
import { ErrorPage } from './error-page.tsx';
import { endSessionInTime, requireUser, requireVisitor } from './guards.ts';
import { laterRoutes } from './later-routes.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import type { Store } from './store.ts';

/** A page whose code comes when it is first opened. */
const page = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });

const feedRoutes = (): RouteObject[] => [
  { index: true, lazy: page(async () => (await import('../features/feed/home-page.tsx')).HomePage) },
  { path: 'post', loader: () => redirect('/') },
  {
    path: 'post/:idPost',
    lazy: page(async () => (await import('../features/post-detail/post-page.tsx')).PostPage),
  },
  { path: 'explore', lazy: page(async () => (await import('./explore-page.tsx')).ExplorePage) },
];

const accountRoutes = (store: Store): RouteObject[] => [
  {
    path: 'login',
    loader: requireVisitor(store),
    lazy: page(async () => (await import('../features/accounts/pages/login-page.tsx')).LoginPage),
  },
  {
    path: 'register',
    loader: requireVisitor(store),
    lazy: page(async () => (await import('../features/accounts/pages/register-page.tsx')).RegisterPage),
  },
  {
    path: 'awaiting-approval',
    lazy: page(
      async () =>
        (await import('../features/accounts/pages/awaiting-approval-page.tsx')).AwaitingApprovalPage,
    ),
  },
  {
    path: 'google/callback',
    lazy: page(
      async () => (await import('../features/accounts/pages/google-callback-page.tsx')).GoogleCallbackPage,
    ),
  },
];

const settingsRoutes = (store: Store): RouteObject => ({
  path: 'settings',
  loader: requireUser(store),
  lazy: page(async () => (await import('../features/accounts/pages/settings-page.tsx')).SettingsPage),
  children: [
    {
      path: 'account',
      loader: requireUser(store),
      lazy: page(
        async () =>
          (await import('../features/accounts/pages/account-settings-page.tsx')).AccountSettingsPage,
      ),
    },
    {
      path: 'advanced-management',
      loader: requireUser(store),
      lazy: page(
        async () =>
          (await import('../features/accounts/pages/advanced-settings-page.tsx')).AdvancedSettingsPage,
      ),
    },
  ],
});

const profileRoutes = (): RouteObject[] => [
  {
    path: 'profile/:nickname?/:content?',
    lazy: page(async () => (await import('../features/profiles/pages/profile-page.tsx')).ProfilePage),
  },
];

/** Every address of Kindra. A page's code is loaded when it is first opened. */
export const routes = (store: Store): RouteObject[] => [
  {
    element: <RootLayout store={store} />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Loading />,
    // Asked on every change of the address, since a session's time goes by meanwhile.
    loader: () => {
      endSessionInTime(store);
      return null;
    },
    shouldRevalidate: () => true,
    children: [
      {
        // A page that breaks leaves the menu standing.
        errorElement: <ErrorPage />,
        children: [
          ...feedRoutes(),
          ...accountRoutes(store),
          settingsRoutes(store),
          ...profileRoutes(),
          ...laterRoutes(store),
          { path: '*', element: <ErrorPage /> },
        ],
      },
    ],
  },
];

export const createRouter = (store: Store) => createBrowserRouter(routes(store));
