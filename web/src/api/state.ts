import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { FeedState } from '../state/feed.ts';
import type { MessagingState } from '../state/messaging.ts';
import type { SessionState } from '../state/session.ts';
import type { kindraApi } from './base.ts';
import type { PostsState } from './posts.ts';
import type { WithEntities } from './stored-entities.ts';

/** The parts of the store's state that thunks read. */
export interface RootState extends WithEntities {
  readonly api: ReturnType<typeof kindraApi.reducer>;
  readonly feed: FeedState;
  readonly messaging: MessagingState;
  readonly posts: PostsState;
  readonly session: SessionState;
}

/** Thunk that resolves to or returns `Result`. */
export type AppThunk<Result = void> = ThunkAction<Result, RootState, unknown, UnknownAction>;

/** Dispatch function that also accepts thunks. */
export type AppDispatch = ThunkDispatch<RootState, unknown, UnknownAction>;
