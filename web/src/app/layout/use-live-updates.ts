import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { refreshCampaigns } from '../../api/crowdfunding.ts';
import { listenToUpdates } from '../../api/live.ts';
import { applyHint } from '../../api/live-effects.ts';
import { refreshCachedPosts } from '../../api/post-cache.ts';
import type { Store } from '../store.ts';

/** Keeps what is on the screen as others change it. */
export function useLiveUpdates(): void {
  const store = useStore() as Store;

  useEffect(
    () =>
      listenToUpdates({
        onHint: (hint) => store.dispatch(applyHint(hint)),
        onResumed: () => {
          store.dispatch(refreshCachedPosts());
          store.dispatch(refreshCampaigns());
        },
      }),
    [store],
  );
}
