import { lazyComponent } from '../../../shared/chunk/lazy-component.tsx';
import { loadChunk } from '../../../shared/chunk/load-chunk.ts';

/** Card between two posts. Loaded after the posts. */
export const DiscoveryCard = lazyComponent(
  async () => (await loadChunk(() => import('./discovery-card.tsx'))).DiscoveryCard,
);

/** Lists beside the feed. Loaded after the posts. */
export const DiscoveryLists = lazyComponent(
  async () => (await loadChunk(() => import('./discovery-lists.tsx'))).DiscoveryLists,
);
