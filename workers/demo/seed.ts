import { registerAccount } from '../../application/accounts.ts';
import { setProfilePicture } from '../../application/profile-picture.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { Actor, Position } from '../../domain/kernel/event.ts';
import type { AccountId, PostId } from '../../domain/kernel/ids.ts';
import { deriveLikeId, likeDecider, postDecider, viewBatchDecider } from '../../domain/posts/decide.ts';
import { handleSocialCommand } from '../../domain/social-graph/relationships.ts';
import {
  type Accounts,
  createContext,
  createIdAt,
  DAY_MS,
  type DemoSystem,
  expectAccepted,
  getAccount,
  HOUR_MS,
  MINUTE_MS,
  toActor,
} from './context.ts';
import { createDemoCrowdfundings } from './create-crowdfundings.ts';
import { offerDemoAnimals } from './offer-animals.ts';
import { type DemoPerson, people } from './people.ts';
import { renderPng } from './pictures.ts';
import { drawAnimal, drawPerson } from './portraits.ts';
import { sendMessages } from './send-messages.ts';
import { type DemoThread, threads } from './threads.ts';

interface DemoAccount {
  readonly username: string;
  readonly password: string;
  readonly role: 'USER' | 'ORG' | 'ADMIN' | 'MOD';
  /** Organizations that are not approved yet cannot log in. */
  readonly approved: boolean;
}

/** Summary of the demo data. */
export interface Demo {
  readonly accounts: readonly DemoAccount[];
  readonly posts: number;
  readonly crowdfundings: number;
  readonly animals: number;
  readonly messages: number;
  /** Position that the read models must reach to show all demo data. */
  readonly position: Position;
}

/** Thrown when creating demo data is not allowed in this system. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused';
}

/** Usernames of demo accounts that have staff roles. Their passwords are public. */
export const demoStaff: readonly string[] = people.flatMap(({ username, staff }) =>
  staff ? [`${username} (${staff})`] : [],
);

/** Age of the accounts. Posts are spread between then and now. */
const OLDEST_ACCOUNT_AGE_MS = 9 * DAY_MS;

const DEMO_OPERATOR: Actor = { kind: 'operator', id: 'demo' };
/** The passwords are public. */
const getPassword = ({ username }: DemoPerson): string =>
  `${username.charAt(0).toUpperCase()}${username.slice(1).replace(/\d/g, '')}2026`;

const getRole = ({ staff, organization }: DemoPerson): DemoAccount['role'] =>
  staff ?? (organization ? 'ORG' : 'USER');

/** Returns the same numbers in every run. */
function createRandom(): () => number {
  let state = 20261121;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * Checks that creating demo data is allowed.
 * @throws DemoRefused in production, or when the log is not empty
 */
export async function requireDemoAllowed({
  settings,
  log,
}: Pick<DemoSystem, 'settings' | 'log'>): Promise<void> {
  if (settings.isProduction) throw new DemoRefused('Demo data cannot be created in production.');
  const events = await log.head();
  if (events > 0) throw new DemoRefused('Demo data can only be created in an empty system.');
}

/**
 * Fills an empty system with accounts and content, using the same commands as the API.
 * @throws DemoRefused in production, or when the log is not empty
 */
export async function seedDemo(system: DemoSystem): Promise<Demo> {
  await requireDemoAllowed(system);
  const now = Date.parse(system.clock.now());
  const accounts = await registerAll(system, now - OLDEST_ACCOUNT_AGE_MS);
  await followEachOther(system, accounts, now - OLDEST_ACCOUNT_AGE_MS + HOUR_MS);
  const posts = await publishThreads(system, accounts, now);
  const crowdfundings = await createDemoCrowdfundings(system, accounts, now);
  const animals = await offerDemoAnimals(system, accounts, now);
  const messages = await sendMessages(system, accounts, now);
  return {
    accounts: people.map((person) => ({
      username: person.username,
      password: getPassword(person),
      role: getRole(person),
      approved: isActive(person),
    })),
    posts,
    crowdfundings,
    animals,
    messages,
    position: await system.log.head(),
  };
}

async function registerAll(system: DemoSystem, startAt: number): Promise<Accounts> {
  const accounts = new Map<string, AccountId>();
  for (const [i, person] of people.entries()) {
    const at = startAt + i * 7 * MINUTE_MS;
    const accountId = createIdAt(at);
    accounts.set(person.username, accountId);
    await register(system, person, accountId, at);
    const approver = getAccount(accounts, people[0]?.username ?? '');
    await applyStaffDecision(system, person, accountId, approver, at + MINUTE_MS);
    await addPortrait(system, person, accountId, at + 2 * MINUTE_MS);
  }
  return accounts;
}

async function register(system: DemoSystem, person: DemoPerson, accountId: AccountId, at: number) {
  const { username, organization, name, surnames, birthdate, gender } = person;
  expectAccepted(
    await registerAccount(
      system,
      {
        accountId,
        role: organization ? 'ORG' : 'USER',
        profileName: organization?.name ?? name,
        category: organization?.category ?? null,
        username,
        password: getPassword(person),
        email: `${username}@kindra.example`,
        name,
        surnames,
        birthdate,
        gender,
        isEmailVerified: true,
      },
      createContext(toActor(accountId), at, accountId),
    ),
  );
}

async function addPortrait(
  system: DemoSystem,
  { username, organization }: DemoPerson,
  accountId: AccountId,
  at: number,
): Promise<void> {
  if (organization?.approved === false) return;
  const id = createIdAt(at);
  const imageBase64 = await renderPng(organization ? drawAnimal(username) : drawPerson(username));
  const context = createContext(toActor(accountId), at, id);
  expectAccepted(await setProfilePicture(system, { id, accountId, imageBase64 }, context));
}

async function applyStaffDecision(
  { handler }: DemoSystem,
  { organization, staff }: DemoPerson,
  accountId: AccountId,
  approver: AccountId,
  at: number,
): Promise<void> {
  if (organization?.approved) {
    const approveCommand = { type: 'ApproveOrganization', accountId } as const;
    const actor: Actor = { kind: 'staff', id: approver };
    expectAccepted(await handler.handle(accountDecider, accountId, approveCommand, createContext(actor, at)));
  }
  if (staff) {
    const grantCommand = { type: 'GrantStaffRole', accountId, role: staff } as const;
    expectAccepted(
      await handler.handle(accountDecider, accountId, grantCommand, createContext(DEMO_OPERATOR, at)),
    );
  }
}

const isActive = ({ organization }: DemoPerson): boolean => organization?.approved ?? true;

async function followEachOther({ handler }: DemoSystem, accounts: Accounts, startAt: number): Promise<void> {
  const random = createRandom();
  let at = startAt;
  for (const follower of people.filter(isActive)) {
    for (const followee of people.filter(isActive)) {
      const probability = followee.organization ? 0.7 : 0.35;
      if (follower === followee || random() > probability) continue;
      at += MINUTE_MS;
      const followerId = getAccount(accounts, follower.username);
      const followeeId = getAccount(accounts, followee.username);
      const toggleCommand = { type: 'ToggleFollow', followerId, followeeId } as const;
      const context = createContext(toActor(followerId), at);
      expectAccepted(await handleSocialCommand(handler, toggleCommand, context));
    }
  }
}

interface PublishedPost {
  readonly postId: PostId;
  readonly at: number;
}

/** Returns the number of posts and comments. The newest thread is a few minutes old. */
async function publishThreads(system: DemoSystem, accounts: Accounts, now: number): Promise<number> {
  const random = createRandom();
  const publishedPosts: PublishedPost[] = [];
  const span = OLDEST_ACCOUNT_AGE_MS - DAY_MS;
  for (const [i, thread] of threads.entries()) {
    const at = Math.round(now - span * (1 - i / threads.length) ** 1.6 - 20 * MINUTE_MS);
    publishedPosts.push(...(await publishThread(system, accounts, thread, at, now)));
  }
  for (const { postId, at } of publishedPosts)
    await likePost(system, accounts, random, postId, Math.min(at, now));
  await viewPosts(system, publishedPosts, random, now);
  return publishedPosts.length;
}

async function publishThread(
  { handler }: DemoSystem,
  accounts: Accounts,
  { author, text, comments = [] }: DemoThread,
  at: number,
  now: number,
): Promise<readonly PublishedPost[]> {
  const publish = async (
    username: string,
    postText: string,
    publishedAt: number,
    parentId: PostId | null,
  ) => {
    const postId = createIdAt(publishedAt);
    const authorId = getAccount(accounts, username);
    const command = { type: 'PublishPost', postId, authorId, text: postText, parentId } as const;
    const context = createContext(toActor(authorId), publishedAt, postId);
    expectAccepted(await handler.handle(postDecider, postId, command, context));
    return { postId, at: publishedAt };
  };
  const post = await publish(author, text, at, null);
  const publishedPosts = [post];
  const intervalMs = Math.min(40 * MINUTE_MS, (now - at) / (comments.length + 1));
  for (const [i, [username, comment]] of comments.entries())
    publishedPosts.push(await publish(username, comment, Math.round(at + (i + 1) * intervalMs), post.postId));
  return publishedPosts;
}

async function likePost(
  { handler }: DemoSystem,
  accounts: Accounts,
  random: () => number,
  postId: PostId,
  at: number,
): Promise<void> {
  const likeProbability = 0.15 + random() * 0.6;
  for (const person of people.filter(isActive)) {
    if (random() > likeProbability) continue;
    const accountId = getAccount(accounts, person.username);
    const toggleCommand = { type: 'ToggleLike', postId, accountId } as const;
    const context = createContext(toActor(accountId), at);
    expectAccepted(
      await handler.handle(likeDecider, deriveLikeId(postId, accountId), toggleCommand, context),
    );
  }
}

async function viewPosts(
  { handler }: DemoSystem,
  published: readonly PublishedPost[],
  random: () => number,
  now: number,
): Promise<void> {
  const batchId = createIdAt(now);
  const views = published.map(({ postId }) => ({ postId, count: 8 + Math.floor(random() * 60) }));
  const day = new Date(now).toISOString().slice(0, 10);
  const actor: Actor = { kind: 'system', id: 'demo' };
  const recordCommand = { type: 'RecordViews', day, views } as const;
  expectAccepted(
    await handler.handle(viewBatchDecider, batchId, recordCommand, createContext(actor, now, batchId)),
  );
}
