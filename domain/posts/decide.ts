import { accept, type Decider, type Decision, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import { createFieldPicker } from '../kernel/field-picker.ts';
import type { AccountId, PostId } from '../kernel/ids.ts';
import { checkTakeDown } from '../kernel/take-down.ts';
import type { PostCommand, RecordViews, ToggleLike } from './commands.ts';
import type { LikeEvent, PostEvent, PostPublished, PostsViewed } from './events.ts';
import {
  checkPostText,
  EDITS_LIMIT,
  editTooLate,
  isEditable,
  postNotFound,
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

type ExistingPost = Exclude<PostState, { status: 'NONE' }>;

/** Returns event data for an existing post. */
const toEventData = ({ authorId, parentId, parentAuthorId }: ExistingPost) => ({
  authorId,
  parentId,
  ...(parentAuthorId && { parentAuthorId }),
});

function editPost(
  { postId, text, publishedAt, editedAt }: OfType<PostCommand, 'EditPost'>,
  state: ExistingPost,
): Decision<PostEvent> {
  if (text === state.text) return noEvents;
  const problem = checkPostText(text);
  if (problem) return refuse(problem);
  if (state.isTakenDown) return refuse(takenDownPost);
  if (!isEditable(publishedAt, editedAt)) return refuse(editTooLate);
  if (state.edits >= EDITS_LIMIT) return refuse(tooManyEdits);
  return accept({ type: 'PostEdited', data: { postId, text, ...toEventData(state) } });
}

const pickPost = createFieldPicker<PostPublished['data']>({
  postId: true,
  authorId: true,
  text: true,
  parentId: true,
  parentAuthorId: true,
  crowdfundingId: true,
  imageHash: true,
  image: true,
});

function publishPost(command: OfType<PostCommand, 'PublishPost'>, state: PostState): Decision<PostEvent> {
  if (state.status !== 'NONE') return noEvents;
  const problem = checkPostText(command.text);
  return problem ? refuse(problem) : accept({ type: 'PostPublished', data: pickPost(command) });
}

function decidePost(command: PostCommand, state: PostState): Decision<PostEvent> {
  if (command.type === 'PublishPost') return publishPost(command, state);
  if (state.status !== 'PUBLISHED') return notFound(postNotFound);
  const data = { postId: command.postId, ...toEventData(state) };
  const content = { ownerId: state.authorId, isTakenDown: state.isTakenDown };
  switch (command.type) {
    case 'EditPost':
      return editPost(command, state);
    case 'DeletePost':
      return accept({ type: 'PostDeleted', data });
    case 'TakeDownPost':
      return checkTakeDown('take-down', command.staffId, content) ?? accept({ type: 'PostTakenDown', data });
    case 'RestorePost':
      return checkTakeDown('restore', command.staffId, content) ?? accept({ type: 'PostRestored', data });
  }
}

/** Decider for posts. Deletion is final; take-downs by staff can be reversed any number of times. */
export const postDecider: Decider<PostState, PostCommand, PostEvent> = {
  category: 'post',
  initial: INITIAL_POST,
  evolve: evolvePost,
  decide: decidePost,
};

const pickLike = createFieldPicker<LikeEvent['data']>({ postId: true, accountId: true, authorId: true });

function decideLike(command: ToggleLike, state: LikeState): Decision<LikeEvent> {
  return accept({ type: state.liked ? 'PostUnliked' : 'PostLiked', data: pickLike(command) });
}

/** Decider for likes. Each account and post have a stream, so likes of a popular post do not conflict. */
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
