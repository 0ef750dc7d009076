import { registerAccount } from '../../application/accounts.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { Actor, Position } from '../../domain/kernel/event.ts';
import type { AccountId, PostId } from '../../domain/kernel/ids.ts';
import { likeDecider, likeId, postDecider, viewBatchDecider } from '../../domain/posts/decide.ts';
import { handleBond } from '../../domain/social-graph/bonds.ts';
import {
  type Accounts,
  accountOf,
  contextOf,
  type DemoSystem,
  expectAccepted,
  HOUR,
  idAt,
  MINUTE,
  self,
} from './acting.ts';
import { offerAnimals } from './adopting.ts';
import { fundAll } from './funding.ts';
import { type DemoPerson, people } from './people.ts';
import { sendMessages } from './talking.ts';
import { type DemoThread, threads } from './threads.ts';

/** A demo account with its password. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  readonly role: 'USER' | 'ORG' | 'ADMIN' | 'MOD';
  /** Organizations that await approval cannot log in. */
  readonly approved: boolean;
}

/** Created demo data. */
export interface Demo {
  readonly accounts: readonly DemoAccount[];
  readonly posts: number;
  readonly campaigns: number;
  readonly animals: number;
  readonly messages: number;
  /** Position that read models must reach to show all of it. */
  readonly position: Position;
}

/** Demo data may not be created here. */
export class DemoRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DemoRefused';
  }
}

/** Demo accounts with staff roles; their passwords are public. */
export const demoStaff: readonly string[] = people.flatMap(({ username, staff }) =>
  staff ? [`${username} (${staff})`] : [],
);

/** Age of the accounts; posts are spread up to now. */
const BEGAN_MS = 9 * 24 * HOUR;

const operator: Actor = { kind: 'operator', id: 'demo' };
/** Derives the public password of a demo account. */
const passwordOf = ({ username }: DemoPerson): string =>
  `${username.charAt(0).toUpperCase()}${username.slice(1).replace(/\d/g, '')}2026`;

const roleOf = ({ staff, organization }: DemoPerson): DemoAccount['role'] =>
  staff ?? (organization ? 'ORG' : 'USER');

/** A deterministic random number generator, so that all demos are alike. */
function createRandom(): () => number {
  let state = 20261121;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** @throws DemoRefused in production, or when the log is not empty */
export async function requireDemoAllowed({
  settings,
  log,
}: Pick<DemoSystem, 'settings' | 'log'>): Promise<void> {
  if (settings.production) throw new DemoRefused('Demo data cannot be created in production.');
  const events = await log.head();
  if (events > 0) throw new DemoRefused('Demo data can only be created in an empty system.');
}

/**
 * Fills an empty system with people, organizations and content, using ordinary commands.
 * @throws DemoRefused in production, or when the log is not empty
 */
export async function seedDemo(system: DemoSystem): Promise<Demo> {
  await requireDemoAllowed(system);
  const now = Date.parse(system.clock.now());
  const accounts = await registerAll(system, now - BEGAN_MS);
  await followEachOther(system, accounts, now - BEGAN_MS + HOUR);
  const posts = await postAll(system, accounts, now);
  const campaigns = await fundAll(system, accounts, now);
  const animals = await offerAnimals(system, accounts, now);
  const messages = await sendMessages(system, accounts, now);
  return {
    accounts: people.map((person) => ({
      username: person.username,
      password: passwordOf(person),
      role: roleOf(person),
      approved: person.organization?.approved ?? true,
    })),
    posts,
    campaigns,
    animals,
    messages,
    position: await system.log.head(),
  };
}

async function registerAll(system: DemoSystem, from: number): Promise<Accounts> {
  const accounts = new Map<string, AccountId>();
  for (const [i, person] of people.entries()) {
    const at = from + i * 7 * MINUTE;
    const accountId = idAt(at);
    accounts.set(person.username, accountId);
    await register(system, person, accountId, at);
    const approver = accountOf(accounts, people[0]?.username ?? '');
    await applyStaffDecision(system, person, accountId, approver, at + MINUTE);
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
        password: passwordOf(person),
        email: `${username}@kindra.example`,
        name,
        surnames,
        birthdate,
        gender,
      },
      contextOf(self(accountId), at, accountId),
    ),
  );
}

async function applyStaffDecision(
  { handler }: DemoSystem,
  { organization, staff }: DemoPerson,
  accountId: AccountId,
  approver: AccountId,
  at: number,
): Promise<void> {
  if (organization?.approved) {
    const approve = { type: 'ApproveOrganization', accountId } as const;
    const actor: Actor = { kind: 'staff', id: approver };
    expectAccepted(await handler.handle(accountDecider, accountId, approve, contextOf(actor, at)));
  }
  if (staff) {
    const grant = { type: 'GrantStaffRole', accountId, role: staff } as const;
    expectAccepted(await handler.handle(accountDecider, accountId, grant, contextOf(operator, at)));
  }
}

const isActive = ({ organization }: DemoPerson): boolean => organization?.approved ?? true;

async function followEachOther({ handler }: DemoSystem, accounts: Accounts, from: number): Promise<void> {
  const chance = createRandom();
  let at = from;
  for (const follower of people.filter(isActive)) {
    for (const followee of people.filter(isActive)) {
      const likely = followee.organization ? 0.7 : 0.35;
      if (follower === followee || chance() > likely) continue;
      at += MINUTE;
      const followerId = accountOf(accounts, follower.username);
      const followeeId = accountOf(accounts, followee.username);
      const toggle = { type: 'ToggleFollow', followerId, followeeId } as const;
      const context = contextOf(self(followerId), at);
      expectAccepted(await handleBond(handler, toggle, context));
    }
  }
}

interface Published {
  readonly postId: PostId;
  readonly at: number;
}

/**
 * Publishes all threads, the newest some minutes ago.
 * @returns the number of posts and comments
 */
async function postAll(system: DemoSystem, accounts: Accounts, now: number): Promise<number> {
  const chance = createRandom();
  const published: Published[] = [];
  const span = BEGAN_MS - 24 * HOUR;
  for (const [i, thread] of threads.entries()) {
    const at = Math.round(now - span * (1 - i / threads.length) ** 1.6 - 20 * MINUTE);
    published.push(...(await postThread(system, accounts, thread, at, now)));
  }
  for (const { postId, at } of published)
    await likeByMany(system, accounts, chance, postId, Math.min(at, now));
  await lookAtAll(system, published, chance, now);
  return published.length;
}

async function postThread(
  { handler }: DemoSystem,
  accounts: Accounts,
  { by, text, comments = [] }: DemoThread,
  at: number,
  now: number,
): Promise<readonly Published[]> {
  const publish = async (who: string, words: string, when: number, parentId: PostId | null) => {
    const postId = idAt(when);
    const authorId = accountOf(accounts, who);
    const command = { type: 'PublishPost', postId, authorId, text: words, parentId } as const;
    const context = contextOf(self(authorId), when, postId);
    expectAccepted(await handler.handle(postDecider, postId, command, context));
    return { postId, at: when };
  };
  const post = await publish(by, text, at, null);
  const published = [post];
  const between = Math.min(40 * MINUTE, (now - at) / (comments.length + 1));
  for (const [i, [who, words]] of comments.entries())
    published.push(await publish(who, words, Math.round(at + (i + 1) * between), post.postId));
  return published;
}

async function likeByMany(
  { handler }: DemoSystem,
  accounts: Accounts,
  chance: () => number,
  postId: PostId,
  at: number,
): Promise<void> {
  const liked = 0.15 + chance() * 0.6;
  for (const person of people.filter(isActive)) {
    if (chance() > liked) continue;
    const accountId = accountOf(accounts, person.username);
    const toggle = { type: 'ToggleLike', postId, accountId } as const;
    const context = contextOf(self(accountId), at);
    expectAccepted(await handler.handle(likeDecider, likeId(postId, accountId), toggle, context));
  }
}

async function lookAtAll(
  { handler }: DemoSystem,
  published: readonly Published[],
  chance: () => number,
  now: number,
): Promise<void> {
  const batchId = idAt(now);
  const views = published.map(({ postId }) => ({ postId, count: 8 + Math.floor(chance() * 60) }));
  const day = new Date(now).toISOString().slice(0, 10);
  const actor: Actor = { kind: 'system', id: 'demo' };
  const record = { type: 'RecordViews', day, views } as const;
  expectAccepted(await handler.handle(viewBatchDecider, batchId, record, contextOf(actor, now, batchId)));
}
