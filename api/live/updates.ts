import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, PostId } from '../../domain/kernel/ids.ts';
import { inSightAmong, staffAmong } from '../../projections/accounts/profiles/query.ts';
import { standingsOf } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { countsOf } from '../../projections/posts/posts/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import { blockedAmong } from '../../projections/social-graph/hidden/query.ts';
import type { LiveHint } from '../contract/live.ts';
import { READ_MODELS } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import type { LogBroadcast } from './log-broadcast.ts';
import { Concerned } from './notices.ts';

/** Hints for one account alone. */
export type PersonalHints = ReadonlyMap<AccountId, readonly LiveHint[]>;

/** Authors whose new posts an account is not told of, by account: a block stands between them. */
export type Withheld = ReadonlyMap<AccountId, ReadonlySet<AccountId>>;

/** Who wants to hear. */
export interface UpdateListener {
  /** The accounts that listen through it, and by how many streams. */
  readonly accounts: ReadonlyMap<AccountId, number>;
  /** Is told of several hints at once: those for everybody but for whom they are withheld, and those for one alone. */
  readonly tell: (hints: readonly LiveHint[], personal: PersonalHints, withheld: Withheld) => void;
}

/** Tells what others do, once the reads show it. */
export interface LiveUpdates {
  /** Tells a listener until what it returns is called. */
  readonly listen: (listener: UpdateListener) => () => void;
  readonly close: () => void;
}

/** Changes of one thing within this time come as one hint. */
const GATHER_MS = 200;
/** For how long a hint waits for the read models before it is sent nevertheless. */
const READ_MODEL_MS = 10_000;
/** Things that are told of at once; in a flood of changes a client reads anew anyway. */
const MOST_THINGS = 2_000;

/** What happened since the last hints. */
class Gathered {
  readonly news: LiveHint[] = [];
  readonly posts = new Set<PostId>();
  readonly profiles = new Set<AccountId>();
  readonly campaigns = new Set<CrowdfundingId>();
  readonly concerned = new Concerned();
  position: Position = 0;

  get size(): number {
    return this.news.length + this.posts.size + this.profiles.size + this.campaigns.size;
  }
}

const authorsOf = (hints: readonly LiveHint[]): readonly AccountId[] => [
  ...new Set(hints.flatMap((hint) => (hint.name === 'post-published' ? [hint.data.authorId] : []))),
];

const text = (event: RecordedEvent, field: string): string =>
  String((event.data as Record<string, unknown>)[field] ?? '');

/** A hint about something that only its owner and staff see. */
interface RestrictedHint {
  readonly hint: LiveHint;
  readonly ownerId: AccountId;
}

/** Adds restricted hints to those of their owners and of staff. Roles are read at this moment: one may have been revoked. */
async function withRestricted(
  db: Queryable,
  personal: PersonalHints,
  restricted: readonly RestrictedHint[],
  { accounts }: UpdateListener,
): Promise<PersonalHints> {
  if (restricted.length === 0 || accounts.size === 0) return personal;
  const staff = await staffAmong(db, [...accounts.keys()]);
  const all = new Map(personal);
  for (const { hint, ownerId } of restricted)
    for (const id of new Set([ownerId, ...staff])) all.set(id, [...(all.get(id) ?? []), hint]);
  return all;
}

/** What an event means for a screen. Texts are not looked at: they are sealed. */
function gather(gathered: Gathered, event: RecordedEvent): void {
  const id = text(event, 'postId');
  const parentId = text(event, 'parentId') || null;
  switch (event.type) {
    case 'PostPublished':
      gathered.news.push({
        name: 'post-published',
        data: { id, authorId: text(event, 'authorId'), parentId },
      });
      if (parentId) gathered.posts.add(parentId);
      return;
    case 'PostDeleted':
      gathered.news.push({ name: 'post-deleted', data: { id, parentId } });
      if (parentId) gathered.posts.add(parentId);
      return;
    case 'PostTakenDown':
    case 'PostRestored':
      gathered.news.push({
        name: event.type === 'PostTakenDown' ? 'post-taken-down' : 'post-restored',
        data: { id, authorId: text(event, 'authorId'), parentId },
      });
      if (parentId) gathered.posts.add(parentId);
      return;
    case 'PostLiked':
    case 'PostUnliked':
      gathered.posts.add(id);
      return;
    case 'PostsViewed':
      for (const { postId } of (event.data as { views: readonly { postId: PostId }[] }).views)
        gathered.posts.add(postId);
      return;
    case 'ProfileFollowed':
    case 'ProfileUnfollowed':
      gathered.profiles.add(text(event, 'followerId')).add(text(event, 'followeeId'));
      return;
    default:
      // Of campaigns tell their own events and those of the wallets that give, get back and receive.
      if (text(event, 'crowdfundingId')) gathered.campaigns.add(text(event, 'crowdfundingId'));
      if (event.stream.startsWith('account-')) gathered.profiles.add(text(event, 'accountId'));
  }
}

/** Tells what happens in the log. Every API process does, so that each tells its own listeners. */
export function createLiveUpdates(system: ApiSystem, broadcast: LogBroadcast): LiveUpdates {
  const { progress, pool, logger } = system;
  const listeners = new Set<UpdateListener>();
  let gathered = new Gathered();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** Hints about profiles. One that is out of sight is restricted: a public hint would announce a ban. */
  async function profileHints(ids: readonly AccountId[]) {
    const inSight = ids.length > 0 ? await inSightAmong(pool, ids) : new Set();
    return ids.map((id) => ({
      hint: { name: 'profile-changed' as const, data: { id } },
      ownerId: id,
      isPublic: inSight.has(id),
    }));
  }

  async function hintsOf({ news, posts, profiles, campaigns }: Gathered) {
    const counts = posts.size > 0 ? await countsOf(pool, [...posts]) : [];
    const standings = campaigns.size > 0 ? await standingsOf(pool, [...campaigns]) : [];
    const changed = standings.map(({ standing, creatorId, begun }) => ({
      hint: { name: 'crowdfunding-changed' as const, data: standing },
      ownerId: creatorId,
      isPublic: begun,
    }));
    const visible = [...changed, ...(await profileHints([...profiles]))];
    const common: readonly LiveHint[] = [
      ...news,
      ...counts.map(({ id, comments, likes, views }) => ({
        name: 'post-changed' as const,
        data: { id, comments, likes, views },
      })),
      ...visible.filter(({ isPublic }) => isPublic).map(({ hint }) => hint),
    ];
    return { common, restricted: visible.filter(({ isPublic }) => !isPublic) };
  }

  async function withheldFrom(
    accounts: ReadonlyMap<AccountId, number>,
    news: readonly LiveHint[],
  ): Promise<Withheld> {
    const authors = authorsOf(news);
    return authors.length > 0 && accounts.size > 0
      ? blockedAmong(pool, authors, [...accounts.keys()])
      : new Map();
  }

  const isListening = (id: AccountId): boolean =>
    [...listeners].some((listener) => listener.accounts.has(id));

  async function tell(): Promise<void> {
    const happened = gathered;
    gathered = new Gathered();
    timer = undefined;
    if (listeners.size === 0) return;
    try {
      await progress.waitFor(READ_MODELS, happened.position, READ_MODEL_MS);
      const { common, restricted } = await hintsOf(happened);
      for (const listener of listeners) {
        const withheld = await withheldFrom(listener.accounts, happened.news);
        const personal = await happened.concerned.hints(pool, listener.accounts);
        listener.tell(common, await withRestricted(pool, personal, restricted, listener), withheld);
      }
    } catch (error) {
      if (!closed) logger.warn({ err: error }, 'live updates could not be told');
    }
  }

  /** Everybody reads again what they have. What was gathered may have been lost. */
  function tellAllToReadAgain(): void {
    gathered = new Gathered();
    for (const { tell } of listeners) tell([{ name: 'everything-changed', data: {} }], new Map(), new Map());
  }

  broadcast.listen(async (events) => {
    for (const event of events) {
      gathered.position = event.position;
      if (listeners.size === 0) continue;
      if (gathered.size < MOST_THINGS) gather(gathered, event);
      gathered.concerned.add(event, isListening);
    }
    if (gathered.size > 0 || gathered.concerned.some) timer ??= setTimeout(() => void tell(), GATHER_MS);
  }, tellAllToReadAgain);

  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
