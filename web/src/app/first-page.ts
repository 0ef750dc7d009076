import { matchPath } from 'react-router-dom';
import type { FirstRead } from '../../../contract/endpoints/first-reads.ts';
import { kindraApi } from '../api/base.ts';
import { DiscoveryCard, DiscoveryLists } from '../features/feed/discovery/lazy-parts.ts';
import type { LazyComponent } from '../shared/chunk/lazy-component.tsx';
import * as pages from './pages.ts';
import type { Store } from './store.ts';

type Preloadable = Pick<LazyComponent<never>, 'preload'>;

/** Pages that the server renders, with their parts. */
const RENDERED_PAGES: readonly (readonly [path: string, ...parts: readonly Preloadable[]])[] = [
  ['/', pages.HomePage, DiscoveryCard, DiscoveryLists],
  ['/post/:idPost', pages.PostPage],
  ['/profile/:nickname', pages.ProfilePage],
  ['/crowdfundings', pages.CrowdfundingsPage],
  ['/crowdfundings/:crowdfundingId', pages.CrowdfundingPage],
  ['/adoptable-animals', pages.AnimalsPage],
  ['/adoptable-animals/:animalId', pages.AnimalPage],
  ['/terms', pages.LegalPage],
  ['/privacy', pages.LegalPage],
];

/** Loads the code and texts of a page that the server renders. Returns false for other pages. */
export async function preloadPage(pathname: string): Promise<boolean> {
  const page = RENDERED_PAGES.find(([path]) => matchPath(path, pathname));
  if (!page) return false;
  const [, ...parts] = page;
  await Promise.all(parts.map((part) => part.preload()));
  return true;
}

type InitiateQuery = (
  args: unknown,
  options: { readonly subscribe: false },
) => Parameters<Store['dispatch']>[0];

/** Writes the page's responses to the cache, so that components render them immediately. */
export async function cacheFirstReads(store: Store, reads: readonly FirstRead[]): Promise<void> {
  const endpoints: Readonly<Record<string, { readonly initiate: InitiateQuery }>> = kindraApi.endpoints;
  const requests = reads.map(({ name, args }) => {
    const query = endpoints[name]?.initiate(args, { subscribe: false });
    return query && store.dispatch(query);
  });
  await Promise.all(requests);
}
