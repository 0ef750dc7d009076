import type { DomainEvent, EventDefinitions, EventsOf, OfType } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Day, PostId } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';

/** A post and its parent, if it has one. `parentAuthorId` is the author of the parent, if known. */
type PostIds = {
  readonly postId: PostId;
  readonly authorId: AccountId;
  readonly parentId: PostId | null;
  readonly parentAuthorId?: AccountId;
};

/** Data of the post events, in addition to the ids; `object` means no further fields. */
interface PostEventData {
  /**
   * A post was published. A post with a parent is a comment. A post with a `crowdfundingId` is an update by the creator
   * of that campaign; its picture, if any, is private data, stored under the post id.
   */
  readonly PostPublished: Partial<PictureReference> & {
    readonly text: string;
    readonly crowdfundingId?: CrowdfundingId;
  };
  /** The author replaced the text. Earlier versions remain in earlier events. */
  readonly PostEdited: { readonly text: string };
  readonly PostDeleted: object;
  /** Staff hid the post from everybody except its author and staff. The reason is in the metadata. */
  readonly PostTakenDown: object;
  /** Staff restored the post after a take-down. The reason is in the metadata. */
  readonly PostRestored: object;
}

/** An event of a post stream. */
export type PostEvent = EventsOf<PostEventData, PostIds>;
/** A post or comment was published. The first event of each post. */
export type PostPublished = OfType<PostEvent, 'PostPublished'>;
/** The author replaced the text of a post. */
export type PostEdited = OfType<PostEvent, 'PostEdited'>;

/** `authorId` is the author of the post, if known. */
type LikeData = { readonly postId: PostId; readonly accountId: AccountId; readonly authorId?: AccountId };
/** An account liked a post, or withdrew its like. */
export type LikeEvent = DomainEvent<'PostLiked', LikeData> | DomainEvent<'PostUnliked', LikeData>;

/** Batch of post views, collected over a few seconds. Each viewer counts once per post and day. */
export type PostsViewed = DomainEvent<
  'PostsViewed',
  { readonly day: Day; readonly views: readonly { readonly postId: PostId; readonly count: number }[] }
>;

/** An event of any stream of the context. */
export type PostsContextEvent = PostEvent | LikeEvent | PostsViewed;

export const postEvents: EventDefinitions<PostsContextEvent> = {
  PostPublished: { version: 1, personal: { fields: ['text'], owner: 'authorId' } },
  PostEdited: { version: 1, personal: { fields: ['text'], owner: 'authorId' } },
  PostDeleted: { version: 1 },
  PostTakenDown: { version: 1 },
  PostRestored: { version: 1 },
  PostLiked: { version: 1 },
  PostUnliked: { version: 1 },
  PostsViewed: { version: 1 },
};
