import type { SessionUser } from '../../../contract/shapes.ts';
import { unseenPostAdded, unseenPostRemoved } from '../state/feed.ts';
import { messagesSeen } from '../state/messaging.ts';
import { isStaff, selectUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { applyCrowdfundingUpdate } from './crowdfunding.ts';
import type { ChangeHint } from './live.ts';
import { applyUnreadCount } from './notifications.ts';
import {
  fetchOwnPost,
  fetchReply,
  isInFollowingFeed,
  refreshEditedPost,
  refreshPost,
  removePost,
} from './post-changes.ts';
import { postRestored } from './posts.ts';
import { refreshProfile } from './profiles.ts';
import type { AppThunk } from './state.ts';
import { entityUpdated, selectIsHidden } from './stored-entities.ts';
import { refreshWalletSoon } from './wallet.ts';

const canSeeTakenDown = (user: SessionUser | null, authorId: string): boolean =>
  user?.id === authorId || isStaff(user?.role);

/** Runs an effect that only accounts need. If its code cannot be loaded, the screen does not change. */
const runAccountEffect =
  (createEffect: (effects: typeof import('./account-effects.ts')) => AppThunk): AppThunk =>
  (dispatch) =>
    import('./account-effects.ts').then((effects) => dispatch(createEffect(effects))).catch(() => {});

/** Loads the current user's profile, which may have been changed elsewhere. Does nothing for visitors. */
export const syncOwnProfile = (): AppThunk => (dispatch, getState) => {
  if (selectUser(getState())) dispatch(runAccountEffect((effects) => effects.syncOwnProfile()));
};

/** Applies a live update to the cache. */
export const applyLiveHint =
  (hint: ChangeHint): AppThunk =>
  (dispatch, getState) => {
    switch (hint.name) {
      case 'post-changed': {
        dispatch(entityUpdated({ entity: 'post', ...hint.data }));
        return;
      }
      case 'post-edited':
        dispatch(refreshEditedPost(hint.data));
        return;
      case 'post-deleted':
        dispatch(removePost(hint.data.id, hint.data.position));
        dispatch(unseenPostRemoved(hint.data.id));
        return;
      case 'post-taken-down':
        if (canSeeTakenDown(selectUser(getState()), hint.data.authorId))
          void dispatch(refreshPost(hint.data.id));
        else {
          dispatch(removePost(hint.data.id, hint.data.position));
          dispatch(unseenPostRemoved(hint.data.id));
        }
        return;
      case 'post-restored':
        dispatch(postRestored(hint.data.id));
        void dispatch(refreshPost(hint.data.id));
        if (hint.data.parentId) dispatch(kindraApi.util.invalidateTags(['Replies']));
        return;
      case 'post-published': {
        const { id, parentId, authorId } = hint.data;
        if (selectIsHidden(getState(), authorId)) return;
        if (parentId) void dispatch(fetchReply(id, parentId));
        else if (authorId === selectUser(getState())?.id) void dispatch(fetchOwnPost(id));
        else {
          dispatch(unseenPostAdded({ feed: 'foryou', id }));
          if (dispatch(isInFollowingFeed(authorId))) dispatch(unseenPostAdded({ feed: 'following', id }));
        }
        return;
      }
      case 'crowdfunding-changed':
        dispatch(applyCrowdfundingUpdate(hint.data));
        return;
      case 'notifications-changed':
        dispatch(applyUnreadCount(hint.data));
        return;
      case 'wallet-changed':
        dispatch(refreshWalletSoon());
        return;
      case 'conversation-read':
        dispatch(runAccountEffect((effects) => effects.loadUnreadSenders()));
        dispatch(runAccountEffect((effects) => effects.refreshConversations()));
        return;
      case 'messages-seen':
        dispatch(messagesSeen(hint.data));
        return;
      case 'profile-changed':
        if (hint.data.id === selectUser(getState())?.id)
          dispatch(runAccountEffect((effects) => effects.refreshOwnProfileSoon()));
        else dispatch(refreshProfile(hint.data.id));
        return;
      default:
        hint satisfies never;
    }
  };
