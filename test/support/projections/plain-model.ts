import type { ProfilePicture } from '../../../domain/accounts/events.ts';
import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { PictureReference } from '../../../domain/kernel/picture.ts';
import { createPlainNotifications } from './plain-notifications.ts';
import { createPlainSearch } from './plain-search.ts';

type Fields = Record<string, unknown>;

/** Expected rows of the read models, by table. */
export type PlainModel = Readonly<Record<string, readonly Fields[]>>;

interface Account {
  nickname: string;
  name: string;
  role: string;
  category: string | null;
  isApproved: boolean;
  closedState: string | null;
  eraseAt: string | null;
  suspendedUntil: string | null;
  registeredAt: string;
  isOrganization: boolean;
  bio: string;
  website: string;
  picture: ProfilePicture | null;
  takenDownAt: string | null;
}

interface Post {
  author: string;
  text: string;
  parent: string | null;
  publishedAt: string;
  modifiedAt: string | null;
  crowdfunding: string | null;
  picture: string | null;
  image: PictureReference['image'] | null;
  views: number;
  takenDownAt: string | null;
}

/** Computes the expected read models. Counts are derived from sets, not incremented. */
export function createPlainModel(events: readonly RecordedEvent[]): PlainModel {
  const accounts = new Map<string, Account>();
  const posts = new Map<string, Post>();
  const likes = new Set<string>();
  const follows = new Map<string, number>();
  const wallets = new Set<string>();

  for (const recordedEvent of events) {
    const event = recordedEvent as KindraEvent & RecordedEvent;
    const occurredAt = recordedEvent.metadata.occurredAt;
    switch (event.type) {
      case 'AccountRegistered': {
        const { accountId, nickname, profileName, role, category } = event.data;
        const isOrganization = isOrganizationRole(role);
        const isApproved = role !== 'ORG';
        wallets.add(accountId);
        accounts.set(accountId, {
          nickname,
          name: profileName,
          role,
          category,
          isApproved,
          closedState: null,
          eraseAt: null,
          suspendedUntil: null,
          registeredAt: occurredAt,
          isOrganization,
          bio: '',
          website: '',
          picture: null,
          takenDownAt: null,
        });
        break;
      }
      case 'OrganizationDeclined':
        accounts.delete(event.data.accountId);
        break;
      case 'PostPublished':
        posts.set(event.data.postId, {
          author: event.data.authorId,
          text: event.data.text,
          parent: event.data.parentId,
          publishedAt: occurredAt,
          modifiedAt: null,
          crowdfunding: event.data.crowdfundingId ?? null,
          picture: event.data.imageHash ?? null,
          image: event.data.image ?? null,
          views: 0,
          takenDownAt: null,
        });
        break;
      case 'PostEdited': {
        const post = posts.get(event.data.postId);
        if (post) Object.assign(post, { text: event.data.text, modifiedAt: occurredAt });
        break;
      }
      case 'PostDeleted':
        posts.delete(event.data.postId);
        break;
      case 'PostTakenDown':
      case 'PostRestored': {
        const post = posts.get(event.data.postId);
        if (post) post.takenDownAt = event.type === 'PostTakenDown' ? occurredAt : null;
        break;
      }
      case 'PostLiked':
        likes.add(`${event.data.postId} ${event.data.accountId}`);
        break;
      case 'PostUnliked':
        likes.delete(`${event.data.postId} ${event.data.accountId}`);
        break;
      case 'PostsViewed':
        for (const { postId, count } of event.data.views) {
          const post = posts.get(postId);
          if (post) post.views += count;
        }
        break;
      case 'ProfileFollowed':
        follows.set(`${event.data.followerId} ${event.data.followeeId}`, recordedEvent.position);
        break;
      case 'ProfileUnfollowed':
        follows.delete(`${event.data.followerId} ${event.data.followeeId}`);
        break;
      default: {
        const account = accounts.get((event.data as { accountId?: string }).accountId ?? '');
        if (account) changeAccount(account, event as KindraEvent, occurredAt);
      }
    }
  }
  return {
    ...createTables(accounts, posts, likes, follows),
    ...createPlainNotifications(events),
    ...createPlainSearch(events),
    wallets: [...wallets].map((account_id) => ({ account_id, balance: 0, owed: 0 })),
  };
}

const isOrganizationRole = (role: string): boolean => role === 'ORG' || role === 'ADMIN';

function changeAccount(account: Account, event: KindraEvent, occurredAt: string): void {
  if (event.type === 'BioChanged') account.bio = event.data.bio;
  if (event.type === 'WebsiteChanged') account.website = event.data.website;
  if (event.type === 'PictureChanged') account.picture = event.data.picture;
  if (event.type === 'ProfileTakenDown') account.takenDownAt = occurredAt;
  if (event.type === 'ProfileRestored') account.takenDownAt = null;
  if (event.type === 'OrganizationApproved') account.isApproved = true;
  if (event.type === 'ProfileNameChanged') account.name = event.data.profileName;
  if (event.type === 'NicknameChanged') account.nickname = event.data.nickname;
  if (event.type === 'AccountDeactivated') close(account, 'INACTIVE');
  if (event.type === 'AccountBanned') close(account, 'BANNED');
  if (event.type === 'AccountSuspended') close(account, 'BANNED', event.data.until);
  if (event.type === 'AccountReactivated') close(account, null);
  if (event.type === 'AccountDeletionScheduled') account.eraseAt = event.data.eraseAt;
  if (event.type === 'AccountReactivated') account.eraseAt = null;
  if (event.type === 'StaffRoleGranted' || event.type === 'StaffRoleRevoked') {
    account.role = event.data.role;
    account.isOrganization = isOrganizationRole(event.data.role);
  }
}

function close(account: Account, closedState: string | null, suspendedUntil: string | null = null): void {
  account.closedState = closedState;
  account.suspendedUntil = suspendedUntil;
}

const splitPair = (pair: string): [string, string] => pair.split(' ') as [string, string];

function createTables(
  accounts: ReadonlyMap<string, Account>,
  posts: ReadonlyMap<string, Post>,
  likes: ReadonlySet<string>,
  follows: ReadonlyMap<string, number>,
): PlainModel {
  const pairs = [...follows].map(([pair, since]) => [...splitPair(pair), since] as const);
  const likedPosts = [...likes].map((pair) => splitPair(pair));
  return {
    profiles: [...accounts].map(([id, a]) => ({
      id,
      nickname: a.nickname,
      nickname_key: a.nickname.toLowerCase(),
      profile_name: a.name,
      role: a.role,
      category: a.category,
      approved: a.isApproved,
      closed: a.closedState,
      erase_at: a.eraseAt,
      suspended_until: a.suspendedUntil,
      state: a.closedState ?? (a.isApproved ? 'ACTIVE' : 'NOT_APPROVED'),
      registered_at: a.registeredAt,
      bio: a.bio,
      website: a.website,
      picture_id: a.picture?.id ?? null,
      picture_hash: a.picture?.hash ?? null,
      taken_down_at: a.takenDownAt,
      taken_down_reason: a.takenDownAt && '',
    })),
    posts: [...posts].map(([id, p]) => ({
      id,
      author_id: p.author,
      text: p.text,
      parent_id: p.parent,
      published_at: p.publishedAt,
      modified_at: p.modifiedAt,
      crowdfunding_id: p.crowdfunding,
      image_hash: p.picture,
      image: p.image && JSON.stringify(p.image),
      comments: [...posts.values()].filter(({ parent }) => parent === id).length,
      likes: likedPosts.filter(([post]) => post === id).length,
      views: p.views,
      taken_down_at: p.takenDownAt,
      taken_down_reason: p.takenDownAt && '',
    })),
    post_likes: likedPosts.map(([post_id, account_id]) => ({ post_id, account_id })),
    follows: pairs.map(([follower_id, followee_id, since]) => ({ follower_id, followee_id, since })),
    follow_counts: [...accounts].map(([account_id, a]) => ({
      account_id,
      organization: a.isOrganization,
      followers: pairs.filter(([, followee]) => followee === account_id).length,
      following: pairs.filter(([follower]) => follower === account_id).length,
    })),
  };
}
