import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Post } from '../../../api/contract/shapes.ts';
import { type FeedName, postNoticed } from '../state/feed.ts';
import { type HiddenState, selectHiddenIds } from '../state/hidden.ts';
import { type SessionState, selectUser } from '../state/session.ts';
import type { kindraApi } from './base.ts';
import { itemsOf, type Page, withFirstPage } from './paging.ts';
import { addPost, pageOf, showPost, showRead } from './post-cache.ts';
import { FOLLOWING, FOR_YOU, postReads, profilePostsPath } from './post-reads.ts';

type State = {
  readonly api: ReturnType<typeof kindraApi.reducer>;
  readonly hidden: HiddenState;
  readonly session: SessionState;
};
/** Dispatches what is here. */
export type PostDispatch = ThunkDispatch<State, unknown, UnknownAction>;
type Thunk<Result> = ThunkAction<Result, State, unknown, UnknownAction>;

/** A list that is not older than this is not asked for anew, in milliseconds. */
const FRESH_MS = 5_000;

const { getRunningQueryThunk, updateQueryData } = postReads.util;
const { forYou, following, profilePosts } = postReads.endpoints;

/**
 * The posts of a first page that have come since the others that are known were loaded. The reader's own do not count: they stand
 * at the top as soon as they are published.
 */
function newOnes({ items }: Page<Post>, known: readonly Post[], userId: string | undefined): readonly Post[] {
  const ids = new Set(known.map(({ id }) => id));
  const isOld = ({ id, creatorData }: Post) => ids.has(id) && creatorData.id !== userId;
  const old = items.findLastIndex(isOld);
  return items.slice(0, old < 0 ? items.length : old).filter(({ id }) => !ids.has(id));
}

const lookAt =
  (feed: FeedName, path: string, known: readonly Post[]): Thunk<Promise<void>> =>
  (dispatch, getState) =>
    showRead(dispatch(pageOf(path)), (page) => {
      if (!page) return;
      const userId = selectUser(getState())?.id;
      const hidden = selectHiddenIds(getState());
      for (const post of newOnes(page, known, userId).toReversed())
        if (post.creatorData.id === userId) dispatch(addPost(post));
        else if (!hidden.includes(post.creatorData.id)) dispatch(postNoticed({ feed, id: post.id }));
      for (const fresh of page.items) dispatch(showPost(fresh));
    });

/** Notices what has been published meanwhile in the feeds that are loaded; the reader says when it is shown. */
export const noticeMissedPosts = (): Thunk<void> => (dispatch, getState) => {
  const feeds = [
    ['foryou', FOR_YOU, forYou.select()(getState()).data],
    ['following', FOLLOWING, following.select()(getState()).data],
  ] as const;
  for (const [feed, path, pages] of feeds) if (pages) void dispatch(lookAt(feed, path, itemsOf(pages)));
};

/** Brings the posts of a profile that were loaded some time ago up to date, and keeps as many as there were. */
export const renewProfilePosts =
  (profile: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const cached = () => profilePosts.select(profile)(getState());
    const { data, fulfilledTimeStamp = 0 } = cached();
    if (!data || Date.now() - fulfilledTimeStamp < FRESH_MS) return;

    async function read(): Promise<Page<Post> | null> {
      const fresh = await dispatch(pageOf(profilePostsPath(profile)));
      // A further page that is on its way comes with the list as it was when it was asked for.
      await dispatch(getRunningQueryThunk('profilePosts', profile));
      return fresh;
    }

    await showRead(read(), (fresh) => {
      if (!fresh) return;
      const kept = cached().data;
      const renewed = kept && withFirstPage(kept, fresh);
      if (renewed) dispatch(updateQueryData('profilePosts', profile, () => renewed));
      else void dispatch(profilePosts.initiate(profile, { subscribe: false, forceRefetch: true }));
    });
  };
