import type { AccountId, CrowdfundingId, Day, Instant, PostId } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';

/** Publishes a post. Only crowdfunding updates can have a picture. */
export interface PublishPost extends Partial<PictureReference> {
  readonly type: 'PublishPost';
  readonly postId: PostId;
  readonly authorId: AccountId;
  readonly text: string;
  readonly parentId: PostId | null;
  /** Author of the parent post, if known. They are notified. */
  readonly parentAuthorId?: AccountId;
  /** Crowdfunding that the post is an update of. The use case has checked that the author created it. */
  readonly crowdfundingId?: CrowdfundingId;
}

/** Sent by the author. The use case `editPost` has checked this. */
export interface EditPost {
  readonly type: 'EditPost';
  readonly postId: PostId;
  readonly text: string;
  readonly publishedAt: Instant;
  readonly editedAt: Instant;
}

/** The policy has checked that the actor is the post's author or an ADMIN. */
export interface DeletePost {
  readonly type: 'DeletePost';
  readonly postId: PostId;
}

/** Sent by staff. The reason is in the command context. */
export interface TakeDownPost {
  readonly type: 'TakeDownPost' | 'RestorePost';
  readonly postId: PostId;
  readonly staffId: AccountId;
}

/** A command to a post stream. */
export type PostCommand = PublishPost | EditPost | DeletePost | TakeDownPost;

/** Adds or removes a like. */
export interface ToggleLike {
  readonly type: 'ToggleLike';
  readonly postId: PostId;
  readonly accountId: AccountId;
  /** Author of the post, if known. They are notified. */
  readonly authorId?: AccountId;
}

/** Records a batch of views. Repeating the command for the same stream has no effect. */
export interface RecordViews {
  readonly type: 'RecordViews';
  readonly day: Day;
  readonly views: readonly { readonly postId: PostId; readonly count: number }[];
}
