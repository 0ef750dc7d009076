import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Day, PostId } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';

type PostData = {
  readonly postId: PostId;
  readonly authorId: AccountId;
  readonly text: string;
  readonly parentId: PostId | null;
  readonly parentAuthorId?: AccountId;
};
/**
 * A post was published. A post with a parent is a comment. `parentAuthorId` is the author of the parent, if known. A
 * post with a `crowdfundingId` is an update by the creator of that crowdfunding; its picture, if any, is private data,
 * stored under the post id.
 */
export type PostPublished = DomainEvent<
  'PostPublished',
  PostData & Partial<PictureReference> & { readonly crowdfundingId?: CrowdfundingId }
>;
/** The author replaced the text. Earlier versions remain in earlier events. */
export type PostEdited = DomainEvent<'PostEdited', PostData>;
export type PostDeleted = DomainEvent<
  'PostDeleted',
  {
    readonly postId: PostId;
    readonly authorId: AccountId;
    readonly parentId: PostId | null;
    readonly parentAuthorId?: AccountId;
  }
>;
type ModeratedPostData = PostDeleted['data'];
/** Staff hid the post from everybody except its author and staff. The reason is in the metadata. */
export type PostTakenDown = DomainEvent<'PostTakenDown', ModeratedPostData>;
/** Staff restored the post after a take-down. The reason is in the metadata. */
export type PostRestored = DomainEvent<'PostRestored', ModeratedPostData>;
export type PostEvent = PostPublished | PostEdited | PostDeleted | PostTakenDown | PostRestored;

/** `authorId` is the author of the post, if known. */
type LikeData = { readonly postId: PostId; readonly accountId: AccountId; readonly authorId?: AccountId };
export type PostLiked = DomainEvent<'PostLiked', LikeData>;
export type PostUnliked = DomainEvent<'PostUnliked', LikeData>;
export type LikeEvent = PostLiked | PostUnliked;

/** Batch of post views, collected over a few seconds. Each viewer counts once per post and day. */
export type PostsViewed = DomainEvent<
  'PostsViewed',
  { readonly day: Day; readonly views: readonly { readonly postId: PostId; readonly count: number }[] }
>;

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
