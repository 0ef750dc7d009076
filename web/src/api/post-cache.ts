import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Post } from '../../../api/contract/shapes.ts';
import { alsoAfter } from './also-after.ts';
import { kindraApi } from './base.ts';
import type { Page, Pages } from './paging.ts';
import { postReads, repliesPath } from './post-reads.ts';

type ApiState = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk<Result = void> = ThunkAction<Result, ApiState, unknown, UnknownAction>;

const { getRunningQueryThunk, updateQueryData, selectCachedArgsForQuery } = postReads.util;

type PostPages = Pages<Post>;

/** Where a post stands in a list: which page, and where on it. */
type Place = readonly [page: number, item: number];

const placesOf = (id: string, { pages }: PostPages): readonly Place[] =>
  pages.flatMap(({ items }, page) => items.flatMap((post, item) => (post.id === id ? [[page, item]] : [])));

/** The quiet reads that are on their way, each with what has been changed since it was asked for. */
const quietReads = new Set<(() => void)[]>();

/** How a change is made of what may be on its way. */
type Making = (onItsWay: Promise<unknown> | undefined, change: () => void) => void;

/** A change outlasts what is on its way. */
const lasting: Making = (onItsWay, change) => {
  for (const changes of quietReads) changes.push(change);
  alsoAfter(onItsWay, change);
};

/** What has been read gives way to what is on its way, which may be newer. */
const passing: Making = (_, change) => change();

/** Waits for a read and shows what it brings; what has been changed here since it was asked for stands. */
export async function showRead<Answer>(read: Promise<Answer>, show: (answer: Answer) => void): Promise<void> {
  const changes: (() => void)[] = [];
  quietReads.add(changes);
  const answer = await read.finally(() => quietReads.delete(changes));
  show(answer);
  for (const change of changes) change();
}

/** Changes the cached lists that hold a post. Only these are drafted: to draft all for each hint would cost a frame. */
const changeLists =
  (id: string, recipe: (pages: PostPages, places: readonly Place[]) => void, make = lasting): Thunk =>
  (dispatch, getState) => {
    const changed = (data: PostPages | undefined) => {
      const places = data ? placesOf(id, data) : [];
      return places.length > 0 ? (pages: PostPages) => recipe(pages, places) : null;
    };
    for (const endpoint of ['forYou', 'following'] as const)
      make(dispatch(getRunningQueryThunk(endpoint, undefined)), () => {
        const change = changed(postReads.endpoints[endpoint].select()(getState()).data);
        if (change) dispatch(updateQueryData(endpoint, undefined, change));
      });
    for (const endpoint of ['profilePosts', 'replies'] as const)
      for (const arg of selectCachedArgsForQuery(getState(), endpoint))
        make(dispatch(getRunningQueryThunk(endpoint, arg)), () => {
          const change = changed(postReads.endpoints[endpoint].select(arg)(getState()).data);
          if (change) dispatch(updateQueryData(endpoint, arg, change));
        });
  };

/** Changes one list, whatever it holds. */
const changeList =
  (
    endpoint: 'forYou' | 'profilePosts' | 'replies',
    arg: string | undefined,
    recipe: (pages: PostPages) => void,
  ): Thunk =>
  (dispatch) =>
    lasting(dispatch(getRunningQueryThunk(endpoint, arg)), () =>
      dispatch(updateQueryData(endpoint, arg, recipe)),
    );

/** Changes a post wherever it is cached, so that all screens show the same; the change outlasts what is on its way unless said. */
export const changePost =
  (id: string, change: (post: Post) => void, make = lasting): Thunk =>
  (dispatch) => {
    make(dispatch(getRunningQueryThunk('post', id)), () => dispatch(updateQueryData('post', id, change)));
    dispatch(
      changeLists(
        id,
        ({ pages }, places) => {
          for (const [page, item] of places) {
            const post = pages[page]?.items[item];
            if (post) change(post);
          }
        },
        make,
      ),
    );
  };

/** Shows a post as it has been read, wherever it is cached. */
export const showPost = (fresh: Post): Thunk =>
  changePost(
    fresh.id,
    (post) => {
      // It is left out of posts that are not taken down, or not any more.
      delete post.takenDown;
      Object.assign(post, fresh);
    },
    passing,
  );

/** Takes a post out of every list. Its own entry stays until the screen that shows it has gone. */
export const removePost = (id: string): Thunk =>
  changeLists(id, ({ pages }, places) => {
    for (const [page, item] of [...places].reverse()) pages[page]?.items.splice(item, 1);
  });

/** Puts a comment at the end of its post's, if they are all loaded; otherwise it comes with its page. */
const addReply = (reply: Post, idParent: string): Thunk =>
  changeList('replies', idParent, (list) => {
    const last = list.pages.at(-1);
    if (last?.next === null && placesOf(reply.id, list).length === 0) last.items.push(reply);
  });

/** Puts a new post of one's own where its author looks for it. */
export const addPost =
  (post: Post): Thunk =>
  (dispatch) => {
    if (post.idParent) {
      dispatch(addReply(post, post.idParent));
      return;
    }
    const prepend = (list: PostPages) => {
      if (placesOf(post.id, list).length === 0) list.pages[0]?.items.unshift(post);
    };
    dispatch(changeList('forYou', undefined, prepend));
    for (const author of [post.creatorData.nickname, post.creatorData.id])
      dispatch(changeList('profilePosts', author, prepend));
  };

const load =
  (id: string): Thunk<Promise<Post | null>> =>
  async (dispatch) => {
    const request = dispatch(
      postReads.endpoints.postQuietly.initiate(id, { subscribe: false, forceRefetch: true }),
    );
    return (await request).data ?? null;
  };

/** Reads a page of a list, by its path. */
export const pageOf =
  (path: string): Thunk<Promise<Page<Post> | null>> =>
  async (dispatch) => {
    const asked = postReads.endpoints.postsQuietly.initiate(path, { subscribe: false, forceRefetch: true });
    return (await dispatch(asked)).data ?? null;
  };

/** Loads a post anew and shows its counts everywhere. */
export const refreshPost =
  (id: string): Thunk<Promise<void>> =>
  (dispatch) =>
    showRead(dispatch(load(id)), (fresh) => {
      if (fresh) dispatch(showPost(fresh));
    });

/** Finds a comment behind the ones that are loaded: on the last page again, or on the page that has followed it since. */
const findLastReply =
  (id: string, idParent: string, { pageParams }: PostPages): Thunk<Promise<Post | undefined>> =>
  async (dispatch) => {
    const last = await dispatch(pageOf(pageParams.at(-1) || repliesPath(idParent)));
    const isAsked = (post: Post): boolean => post.id === id;
    const found = last?.items.find(isAsked);
    if (found || !last?.next) return found;
    return (await dispatch(pageOf(last.next)))?.items.find(isAsked);
  };

/**
 * Loads a comment that was written elsewhere, if all comments of its post are on the screen, and shows it. By itself it
 * would count as viewed, as one of a list does not.
 */
export const fetchReply =
  (id: string, idParent: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    await dispatch(getRunningQueryThunk('replies', idParent));
    const { data } = postReads.endpoints.replies.select(idParent)(getState());
    if (data?.pages.at(-1)?.next !== null || placesOf(id, data).length > 0) return;
    const reply = (await dispatch(findLastReply(id, idParent, data))) ?? (await dispatch(load(id)));
    if (reply) dispatch(addReply(reply, idParent));
  };

/** Loads a post that the reader has published elsewhere, unless it is here already, and puts it where they look for it. */
export const fetchOwnPost =
  (id: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { data } = postReads.endpoints.forYou.select()(getState());
    if (data && placesOf(id, data).length > 0) return;
    const post = await dispatch(load(id));
    if (post) dispatch(addPost(post));
  };

/** Whether the posts of an author are among those of the Following feed that are loaded. */
export const isInFollowingFeed =
  (authorId: string): Thunk<boolean> =>
  (_, getState) => {
    const { data } = postReads.endpoints.following.select()(getState());
    return data?.pages.some(({ items }) => items.some((post) => post.creatorData.id === authorId)) ?? false;
  };

/** Loads the posts and comments on the screen anew, after others may have changed them unnoticed. */
export const refreshCachedPosts = (): Thunk => (dispatch, getState) => {
  dispatch(kindraApi.util.invalidateTags(['Replies']));
  for (const id of selectCachedArgsForQuery(getState(), 'post')) dispatch(refreshPost(id));
};
