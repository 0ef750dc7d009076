import type { AccountId, Day, PostId } from '../kernel/ids.ts';

export interface PublishPost {
  readonly type: 'PublishPost';
  readonly postId: PostId;
  readonly authorId: AccountId;
  readonly text: string;
  readonly parentId: PostId | null;
  /** Whose post is commented on, if the caller knows: they are told. */
  readonly parentAuthorId?: AccountId;
}

/** Whether the actor may delete is the policy's business; an ADMIN may delete what others wrote. */
export interface DeletePost {
  readonly type: 'DeletePost';
  readonly postId: PostId;
}

/** By staff. The reason is in the context of the command. */
export interface TakeDownPost {
  readonly type: 'TakeDownPost' | 'RestorePost';
  readonly postId: PostId;
  readonly staffId: AccountId;
}

export type PostCommand = PublishPost | DeletePost | TakeDownPost;

/** Likes what is not liked and takes back what is. */
export interface ToggleLike {
  readonly type: 'ToggleLike';
  readonly postId: PostId;
  readonly accountId: AccountId;
  /** Whose post it is, if the caller knows: they are told. */
  readonly authorId?: AccountId;
}

export interface RecordViews {
  readonly type: 'RecordViews';
  readonly day: Day;
  readonly views: readonly { readonly postId: PostId; readonly count: number }[];
}
