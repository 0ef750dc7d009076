import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import { refreshCampaigns } from '../../api/crowdfunding.ts';
import { listenToUpdates } from '../../api/live.ts';
import { applyHint } from '../../api/live-effects.ts';
import { refreshNotifications, refreshUnread } from '../../api/notifications.ts';
import { refreshCachedPosts } from '../../api/post-changes.ts';
import { noticeMissedPosts } from '../../api/post-news.ts';
import { positionsForgotten } from '../../api/posts.ts';
import { learnOwnProfile } from '../../api/profiles.ts';
import { walletMoved } from '../../api/wallet.ts';
import { selectSession } from '../../state/session.ts';
import type { Store } from '../store.ts';

/** Applies live updates to the screen, and the balance changes of other tabs. */
export function useLiveUpdates(): void {
  const store = useStore() as Store;

  const token = useSelector(selectSession)?.token;

  useEffect(() => void store.dispatch(learnOwnProfile()), [store]);

  useEffect(
    () =>
      listenToUpdates(
        {
          onHint: (hint) => store.dispatch(applyHint(hint)),
          onOpened: () => void store.dispatch(refreshUnread()),
          onRestored: () => void store.dispatch(positionsForgotten()),
          onResumed: () => {
            store.dispatch(refreshCachedPosts());
            store.dispatch(noticeMissedPosts());
            store.dispatch(refreshCampaigns());
            store.dispatch(refreshNotifications());
            store.dispatch(walletMoved());
            void store.dispatch(learnOwnProfile());
          },
        },
        token,
      ),
    [store, token],
  );

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === 'userData') store.dispatch(walletMoved());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [store]);
}
