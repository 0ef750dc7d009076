import { matchPath } from 'react-router-dom';
import { FIRST_PAGE_PATHS, type FirstPage } from '../../../contract/endpoints/first-pages.ts';
import type { FirstRead } from '../../../contract/endpoints/first-reads.ts';
import { kindraApi } from '../api/base.ts';
import { DiscoveryCard, DiscoveryLists } from '../features/feed/discovery/lazy-parts.ts';
import type { LazyComponent } from '../shared/chunk/lazy-component.tsx';
import * as pages from './pages.ts';
import type { Store } from './store.ts';

type Preloadable = Pick<LazyComponent<never>, 'preload'>;

const PARTS: Readonly<Record<FirstPage, readonly Preloadable[]>> = {
  home: [pages.HomePage, DiscoveryCard, DiscoveryLists],
  post: [pages.PostPage],
  profile: [pages.ProfilePage],
  crowdfundings: [pages.CrowdfundingsPage],
  crowdfunding: [pages.CrowdfundingPage],
  animals: [pages.AnimalsPage],
  animal: [pages.AnimalPage],
  terms: [pages.LegalPage],
  privacy: [pages.LegalPage],
};

/** Loads the code and texts of a server-rendered page. Returns false for other pages. */
export async function preloadPage(pathname: string): Promise<boolean> {
  const names = Object.keys(PARTS) as FirstPage[];
  const page = names.find((name) => matchPath(FIRST_PAGE_PATHS[name], pathname));
  if (!page) return false;
  await Promise.all(PARTS[page].map((part) => part.preload()));
  return true;
}

type InitiateQuery = (
  args: unknown,
  options: { readonly subscribe: false },
) => Parameters<Store['dispatch']>[0];

/** Writes the responses embedded in the page to the cache, so that components render them immediately. */
export async function cacheFirstReads(store: Store, reads: readonly FirstRead[]): Promise<void> {
  const endpoints: Readonly<Record<string, { readonly initiate: InitiateQuery }>> = kindraApi.endpoints;
  const requests = reads.map(({ name, args }) => {
    const query = endpoints[name]?.initiate(args, { subscribe: false });
    return query && store.dispatch(query);
  });
  await Promise.all(requests);
}
