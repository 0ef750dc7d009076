import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { LiveHint } from '../../../contract/live.ts';
import { postForgotten, postNoticed } from '../state/feed.ts';
import { type HiddenState, selectHiddenIds } from '../state/hidden.ts';
import type { MessagingState } from '../state/messaging.ts';
import { isStaff, type SessionState, selectUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { learnUnread, refreshConversations } from './conversations.ts';
import { campaignNoticed } from './crowdfunding.ts';
import { unreadNoticed } from './notifications.ts';
import { fetchOwnPost, fetchReply, isInFollowingFeed, refreshPost, removePost } from './post-changes.ts';
import { countsSent, type PostsState, postRestored } from './posts.ts';
import { ownProfileChanged, profileChanged } from './profiles.ts';
import { walletMayHaveMoved } from './wallet.ts';

type State = {
  readonly api: ReturnType<typeof kindraApi.reducer>;
  readonly session: SessionState;
  readonly hidden: HiddenState;
  readonly messaging: MessagingState;
  readonly posts: PostsState;
};

/** Whether the reader may see a taken-down post of this author. */
const seesTakenDown = (state: State, authorId: string): boolean => {
  const user = selectUser(state);
  return user?.id === authorId || isStaff(user?.role);
};

/** Applies a live update to the cache. */
export const applyHint =
  (hint: LiveHint): ThunkAction<void, State, unknown, UnknownAction> =>
  (dispatch, getState) => {
    switch (hint.name) {
      case 'post-changed': {
        dispatch(countsSent(hint.data));
        return;
      }
      case 'post-deleted':
        dispatch(removePost(hint.data.id, hint.data.position));
        dispatch(postForgotten(hint.data.id));
        return;
      case 'post-taken-down':
        if (seesTakenDown(getState(), hint.data.authorId)) void dispatch(refreshPost(hint.data.id));
        else {
          dispatch(removePost(hint.data.id, hint.data.position));
          dispatch(postForgotten(hint.data.id));
        }
        return;
      case 'post-restored':
        dispatch(postRestored(hint.data.id));
        void dispatch(refreshPost(hint.data.id));
        if (hint.data.parentId) dispatch(kindraApi.util.invalidateTags(['Replies']));
        return;
      case 'post-published': {
        const { id, parentId, authorId } = hint.data;
        if (selectHiddenIds(getState()).includes(authorId)) return;
        if (parentId) void dispatch(fetchReply(id, parentId));
        else if (authorId === selectUser(getState())?.id) void dispatch(fetchOwnPost(id));
        else {
          dispatch(postNoticed({ feed: 'foryou', id }));
          if (dispatch(isInFollowingFeed(authorId))) dispatch(postNoticed({ feed: 'following', id }));
        }
        return;
      }
      case 'crowdfunding-changed':
        dispatch(campaignNoticed(hint.data));
        return;
      case 'notifications-changed':
        dispatch(unreadNoticed(hint.data.unread));
        // A refund and the end of a campaign are reported by this update only.
        dispatch(walletMayHaveMoved());
        return;
      case 'conversation-read':
        dispatch(learnUnread()).catch(() => {});
        dispatch(refreshConversations());
        return;
      case 'profile-changed':
        if (hint.data.id === selectUser(getState())?.id) dispatch(ownProfileChanged());
        else dispatch(profileChanged(hint.data.id));
    }
  };
