import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, CrowdfundingId, Day, Instant, PostId } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';

/** Fields of the post commands, in addition to the post id; `object` means no further fields. */
interface PostCommandFields {
  /** Publishes a post. Only crowdfunding updates can have a picture. */
  readonly PublishPost: Partial<PictureReference> & {
    readonly authorId: AccountId;
    readonly text: string;
    readonly parentId: PostId | null;
    /** Author of the parent post, if known. They are notified. */
    readonly parentAuthorId?: AccountId;
    /** Crowdfunding that the post is an update of. The use case has checked that the author created it. */
    readonly crowdfundingId?: CrowdfundingId;
  };
  /** Sent by the author. The use case `editPost` has checked this. */
  readonly EditPost: { readonly text: string; readonly publishedAt: Instant; readonly editedAt: Instant };
  /** The policy has checked that the actor is the post's author or an ADMIN. */
  readonly DeletePost: object;
  /** Sent by staff. The reason is in the command context. */
  readonly TakeDownPost: { readonly staffId: AccountId };
  /** Sent by staff. The reason is in the command context. */
  readonly RestorePost: { readonly staffId: AccountId };
}

/** A command to a post stream. */
export type PostCommand = CommandsOf<PostCommandFields, { readonly postId: PostId }>;

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
