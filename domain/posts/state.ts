import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, PostId } from '../kernel/ids.ts';
import type { LikeEvent, PostEvent, PostsViewed } from './events.ts';

/** State of a post stream. */
export type PostState =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'PUBLISHED' | 'DELETED';
      readonly isTakenDown: boolean;
      readonly text: string;
      readonly edits: number;
      readonly authorId: AccountId;
      readonly parentId: PostId | null;
      readonly parentAuthorId?: AccountId;
      readonly hasPicture: boolean;
    };

export const INITIAL_POST: PostState = { status: 'NONE' };

/**
 * Applies an event to the state of a post. Before `PostPublished`, other events have no effect.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolvePost(state: PostState, event: PostEvent): PostState {
  switch (event.type) {
    case 'PostPublished': {
      const { authorId, text, parentId, parentAuthorId, imageHash } = event.data;
      return {
        status: 'PUBLISHED',
        isTakenDown: false,
        text,
        edits: 0,
        authorId,
        parentId,
        ...(parentAuthorId && { parentAuthorId }),
        hasPicture: imageHash !== undefined,
      };
    }
    case 'PostEdited':
      return state.status === 'NONE' ? state : { ...state, text: event.data.text, edits: state.edits + 1 };
    case 'PostDeleted':
      return state.status === 'NONE' ? state : { ...state, status: 'DELETED' };
    case 'PostTakenDown':
    case 'PostRestored':
      return state.status === 'NONE' ? state : { ...state, isTakenDown: event.type === 'PostTakenDown' };
    default:
      return rejectUnknownEvent(event);
  }
}

/** Whether one account likes one post. */
export interface LikeState {
  readonly liked: boolean;
}

export const INITIAL_LIKE: LikeState = { liked: false };

/**
 * Applies an event to a like.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolveLike(_state: LikeState, event: LikeEvent): LikeState {
  switch (event.type) {
    case 'PostLiked':
      return { liked: true };
    case 'PostUnliked':
      return { liked: false };
    default:
      return rejectUnknownEvent(event);
  }
}

/** Whether a batch of views has been counted. */
export interface ViewBatchState {
  readonly isCounted: boolean;
}

export const INITIAL_VIEW_BATCH: ViewBatchState = { isCounted: false };

/**
 * Applies the event of a batch of views.
 * @throws UnknownEvent for an event type from a newer code version
 */
export const evolveViewBatch = (_state: ViewBatchState, event: PostsViewed): ViewBatchState =>
  event.type === 'PostsViewed' ? { isCounted: true } : rejectUnknownEvent(event as never);
