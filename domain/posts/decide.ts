import { accept, type Decider, type Decision, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { AccountId, PostId } from '../kernel/ids.ts';
import { checkTakeDown } from '../kernel/take-down.ts';
import type { PostCommand, RecordViews, TakeDownPost, ToggleLike } from './commands.ts';
import type { LikeEvent, PostEvent, PostsViewed } from './events.ts';
import { checkPostText, missingPost } from './rules.ts';
import {
  evolveLike,
  evolvePost,
  evolveViewBatch,
  INITIAL_LIKE,
  INITIAL_POST,
  INITIAL_VIEW_BATCH,
  type LikeState,
  type PostState,
  type ViewBatchState,
} from './state.ts';

const postNotFound = notFound(missingPost);

function takeDownPost({ type, postId, staffId }: TakeDownPost, state: PostState): Decision<PostEvent> {
  if (state.status !== 'published') return postNotFound;
  const { status: _, isTakenDown, ...data } = state;
  const wanted = type === 'TakeDownPost' ? 'takenDown' : 'restored';
  const refusal = checkTakeDown({ targetState: wanted, staffId }, { ownerId: state.authorId, isTakenDown });
  if (refusal) return refusal;
  return accept({
    type: wanted === 'takenDown' ? 'PostTakenDown' : 'PostRestored',
    data: { postId, ...data },
  });
}

function decidePost(command: PostCommand, state: PostState): Decision<PostEvent> {
  switch (command.type) {
    case 'PublishPost': {
      if (state.status !== 'none') return noEvents;
      const problem = checkPostText(command.text);
      if (problem) return refuse(problem);
      const { type: _, ...data } = command;
      return accept({ type: 'PostPublished', data });
    }
    case 'DeletePost': {
      if (state.status !== 'published') return postNotFound;
      const { status: _, isTakenDown: __, ...data } = state;
      return accept({ type: 'PostDeleted', data: { postId: command.postId, ...data } });
    }
    case 'TakeDownPost':
    case 'RestorePost':
      return takeDownPost(command, state);
  }
}

/** Decider of posts. A deletion is final; staff may take a post down and restore it any number of times. */
export const postDecider: Decider<PostState, PostCommand, PostEvent> = {
  category: 'post',
  initial: INITIAL_POST,
  evolve: evolvePost,
  decide: decidePost,
};

function decideLike({ type: _, ...data }: ToggleLike, state: LikeState): Decision<LikeEvent> {
  return accept({ type: state.liked ? 'PostUnliked' : 'PostLiked', data });
}

/**
 * Decider of likes. Each pair of account and post has its own stream, so that likes of a popular post do not
 * contend for one stream.
 */
export const likeDecider: Decider<LikeState, ToggleLike, LikeEvent> = {
  category: 'like',
  initial: INITIAL_LIKE,
  evolve: evolveLike,
  decide: decideLike,
};

/** Id of the stream of one account's like of one post. */
export const deriveLikeId = (postId: PostId, accountId: AccountId): string => `${postId}_${accountId}`;

function decideViews({ day, views }: RecordViews, state: ViewBatchState): Decision<PostsViewed> {
  if (state.counted || views.length === 0) return noEvents;
  return accept({ type: 'PostsViewed', data: { day, views } });
}

/** Decider of view batches. Each batch is counted once, even if it is submitted several times. */
export const viewBatchDecider: Decider<ViewBatchState, RecordViews, PostsViewed> = {
  category: 'views',
  initial: INITIAL_VIEW_BATCH,
  evolve: evolveViewBatch,
  decide: decideViews,
};
