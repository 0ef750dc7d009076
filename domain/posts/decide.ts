import { accept, type Decider, type Decision, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { AccountId, PostId } from '../kernel/ids.ts';
import { checkTakeDown } from '../kernel/take-down.ts';
import type { EditPost, PostCommand, RecordViews, TakeDownPost, ToggleLike } from './commands.ts';
import type { LikeEvent, PostEvent, PostsViewed } from './events.ts';
import {
  checkPostText,
  EDITS_LIMIT,
  editTooLate,
  isEditable,
  missingPost,
  takenDownPost,
  tooManyEdits,
} from './rules.ts';
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

type ExistingPost = Exclude<PostState, { status: 'none' }>;

/** Returns event data for an existing post. */
const toEventData = ({ authorId, parentId, parentAuthorId }: ExistingPost) => ({
  authorId,
  parentId,
  ...(parentAuthorId && { parentAuthorId }),
});

function editPost({ postId, text, publishedAt, editedAt }: EditPost, state: PostState): Decision<PostEvent> {
  if (state.status !== 'published') return postNotFound;
  if (text === state.text) return noEvents;
  const problem = checkPostText(text);
  if (problem) return refuse(problem);
  if (state.isTakenDown) return refuse(takenDownPost);
  if (!isEditable(publishedAt, editedAt)) return refuse(editTooLate);
  if (state.edits >= EDITS_LIMIT) return refuse(tooManyEdits);
  return accept({ type: 'PostEdited', data: { postId, text, ...toEventData(state) } });
}

function takeDownPost({ type, postId, staffId }: TakeDownPost, state: PostState): Decision<PostEvent> {
  if (state.status !== 'published') return postNotFound;
  const targetState = type === 'TakeDownPost' ? 'takenDown' : 'restored';
  const { authorId: ownerId, isTakenDown } = state;
  const refusal = checkTakeDown({ targetState, staffId }, { ownerId, isTakenDown });
  if (refusal) return refusal;
  return accept({
    type: targetState === 'takenDown' ? 'PostTakenDown' : 'PostRestored',
    data: { postId, ...toEventData(state) },
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
    case 'EditPost':
      return editPost(command, state);
    case 'DeletePost': {
      if (state.status !== 'published') return postNotFound;
      return accept({ type: 'PostDeleted', data: { postId: command.postId, ...toEventData(state) } });
    }
    case 'TakeDownPost':
    case 'RestorePost':
      return takeDownPost(command, state);
  }
}

/** Decider for posts. Deletion is final; take-downs by staff can be reversed any number of times. */
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
 * Decider for likes. Each pair of account and post has its own stream, so likes of a popular post do not contend for
 * the same stream.
 */
export const likeDecider: Decider<LikeState, ToggleLike, LikeEvent> = {
  category: 'like',
  initial: INITIAL_LIKE,
  evolve: evolveLike,
  decide: decideLike,
};

/** Returns the stream id for one account's like of one post. */
export const deriveLikeId = (postId: PostId, accountId: AccountId): string => `${postId}_${accountId}`;

function decideViews({ day, views }: RecordViews, state: ViewBatchState): Decision<PostsViewed> {
  if (state.isCounted || views.length === 0) return noEvents;
  return accept({ type: 'PostsViewed', data: { day, views } });
}

/** Decider for view batches. Each batch is counted once, even if it is submitted several times. */
export const viewBatchDecider: Decider<ViewBatchState, RecordViews, PostsViewed> = {
  category: 'views',
  initial: INITIAL_VIEW_BATCH,
  evolve: evolveViewBatch,
  decide: decideViews,
};
