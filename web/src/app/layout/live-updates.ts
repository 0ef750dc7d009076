import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import { refreshCrowdfundings } from '../../api/crowdfunding.ts';
import { positionsReset } from '../../api/entities.ts';
import { subscribeToUpdates } from '../../api/live.ts';
import { applyLiveHint, syncOwnProfile } from '../../api/live-effects.ts';
import { checkForMissedPosts } from '../../api/new-posts.ts';
import { refreshNotifications, refreshUnreadCount, resetUnreadPosition } from '../../api/notifications.ts';
import { refreshCachedPosts } from '../../api/post-changes.ts';
import { refreshWallet } from '../../api/wallet.ts';
import { selectSession } from '../../state/session.ts';
import type { Store } from '../store.ts';

/** Applies live updates and balance changes from other tabs to the screen. */
export function LiveUpdates(): null {
  const store = useStore() as Store;

  const token = useSelector(selectSession)?.token;

  useEffect(() => store.dispatch(syncOwnProfile()), [store]);

  useEffect(
    () =>
      subscribeToUpdates(
        {
          onHint: (hint) => store.dispatch(applyLiveHint(hint)),
          onOpen: () => void store.dispatch(refreshUnreadCount()),
          onRestored: () => {
            store.dispatch(positionsReset());
            store.dispatch(resetUnreadPosition());
          },
          onResumed: () => {
            store.dispatch(refreshCachedPosts());
            store.dispatch(checkForMissedPosts());
            store.dispatch(refreshCrowdfundings());
            store.dispatch(refreshNotifications());
            store.dispatch(refreshWallet());
            store.dispatch(syncOwnProfile());
          },
        },
        token,
      ),
    [store, token],
  );

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === 'userData') store.dispatch(refreshWallet());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [store]);

  return null;
}
