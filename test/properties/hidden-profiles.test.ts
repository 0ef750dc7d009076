import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createHandler } from '../../domain/handle.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { SocialGraphCommand } from '../../domain/social-graph/commands.ts';
import { deriveEarlierFollowId } from '../../domain/social-graph/decide.ts';
import type { SocialGraphEvent } from '../../domain/social-graph/events.ts';
import { handleSocialCommand } from '../../domain/social-graph/relationships.ts';
import { followsProjection } from '../../projections/social-graph/follows/project.ts';
import { hiddenProjection } from '../../projections/social-graph/hidden/project.ts';
import { isNotHidden } from '../../projections/social-graph/hidden/query.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { createAccountId, createEvent, readWholeLog } from '../support/projections/history.ts';
import { clearReadModels } from '../support/projections/read-models.ts';
import { runEngine } from '../support/projections/running.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const PEOPLE = 4;
const KINDS = ['follow', 'follow', 'block', 'unblock', 'mute', 'unmute'] as const;

interface Act {
  readonly kind: (typeof KINDS)[number];
  readonly who: number;
  readonly whom: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.nat(PEOPLE - 1),
  whom: fc.nat(PEOPLE - 1),
});
const acts = fc.array(act, { minLength: 20, maxLength: 120, size: 'max' });
/** Follows in the previous format, in which each direction had its own stream. */
const past = fc.uniqueArray(fc.tuple(fc.nat(PEOPLE - 1), fc.nat(PEOPLE - 1)), {
  maxLength: 6,
  selector: ([who, whom]) => `${who} ${whom}`,
});

const TYPES = {
  block: 'BlockAccount',
  unblock: 'UnblockAccount',
  mute: 'MuteAccount',
  unmute: 'UnmuteAccount',
} as const;

function createCommand({ kind, who, whom }: Act): SocialGraphCommand {
  const [one, other] = [createAccountId(who), createAccountId(whom)];
  if (kind === 'follow') return { type: 'ToggleFollow', followerId: one, followeeId: other };
  if (kind === 'block' || kind === 'unblock') return { type: TYPES[kind], blockerId: one, blockedId: other };
  return { type: TYPES[kind], muterId: one, mutedId: other };
}

const createContext = (who: number) => {
  const commandId = randomUUID();
  return {
    commandId,
    correlationId: commandId,
    actor: { kind: 'account', id: createAccountId(who) },
    occurredAt: '2026-11-21T09:30:00.000Z',
  } as const;
};

/** A plain model of all relationships as sets of pairs. */
class PlainModel {
  readonly follows = new Set<string>();
  readonly blocks = new Set<string>();
  readonly mutes = new Set<string>();

  /** Applies an action; returns whether it is accepted. */
  act({ kind, who, whom }: Act): boolean {
    if (who === whom) return false;
    const [pair, back] = [`${who} ${whom}`, `${whom} ${who}`];
    switch (kind) {
      case 'follow':
        if (this.blocks.has(pair) || this.blocks.has(back)) return false;
        if (!this.follows.delete(pair)) this.follows.add(pair);
        return true;
      case 'block':
        this.blocks.add(pair);
        this.follows.delete(pair);
        this.follows.delete(back);
        return true;
      case 'unblock':
        this.blocks.delete(pair);
        return true;
      case 'mute':
        this.mutes.add(pair);
        return true;
      case 'unmute':
        this.mutes.delete(pair);
        return true;
    }
  }
}

const numbers = new Map(Array.from({ length: PEOPLE }, (_, n) => [createAccountId(n), n]));
const getPair = (one: string, other: string): string => `${numbers.get(one)} ${numbers.get(other)}`;

/** Applies events one by one; throws at the first one with a follow across a block. */
function foldEvents(events: readonly RecordedEvent[]): PlainModel {
  const plain = new PlainModel();
  for (const { type, data } of events as readonly (SocialGraphEvent & RecordedEvent)[]) {
    if (type === 'ProfileFollowed') plain.follows.add(getPair(data.followerId, data.followeeId));
    if (type === 'ProfileUnfollowed') plain.follows.delete(getPair(data.followerId, data.followeeId));
    if (type === 'AccountBlocked') plain.blocks.add(getPair(data.blockerId, data.blockedId));
    if (type === 'AccountUnblocked') plain.blocks.delete(getPair(data.blockerId, data.blockedId));
    if (type === 'AccountMuted') plain.mutes.add(getPair(data.muterId, data.mutedId));
    if (type === 'AccountUnmuted') plain.mutes.delete(getPair(data.muterId, data.mutedId));
    for (const pair of plain.blocks) {
      const back = pair.split(' ').reverse().join(' ');
      if (plain.follows.has(pair) || plain.follows.has(back))
        throw new Error(`${pair} follow across a block`);
    }
  }
  return plain;
}

/**
 * Creates a log in which all accounts are registered, and some follow others by streams of the previous
 * format.
 */
async function createLog(
  before: readonly (readonly [number, number])[],
  plain: PlainModel,
): Promise<EventLog> {
  const log = createMemoryEventLog();
  for (let n = 0; n < PEOPLE; n += 1) {
    const data = {
      accountId: createAccountId(n),
      role: 'USER',
      nickname: `Nick${n}`,
      profileName: `Name ${n}`,
    } as const;
    const registered = createEvent({ type: 'AccountRegistered', data: { ...data, category: null } });
    await log.append(`account-${createAccountId(n)}`, [registered], 'no_stream');
  }
  for (const [who, whom] of before) {
    if (who === whom) continue;
    const data = { followerId: createAccountId(who), followeeId: createAccountId(whom) };
    const stream = `follow-${deriveEarlierFollowId(data.followerId, data.followeeId)}`;
    await log.append(stream, [createEvent({ type: 'ProfileFollowed', data })], 'no_stream');
    plain.follows.add(`${who} ${whom}`);
  }
  return log;
}

const readPairs = async (table: string, one: string, other: string): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ one: string; other: string }>(
    `SELECT ${one} AS one, ${other} AS other FROM read.${table}`,
  );
  return rows.map((row) => getPair(row.one, row.other)).sort();
};

/** Projects the log from the start, and compares every read with the plain model. */
async function expectReadModels(log: EventLog, { follows, blocks, mutes }: PlainModel): Promise<void> {
  await clearReadModels(database.pool);
  const worker = await runEngine(database.pool, log, { projections: [followsProjection, hiddenProjection] });
  expect(await worker.waitUntilCaughtUp(['follows', 'hidden'])).toBe(true);
  await worker.stop();
  expect(await readPairs('follows', 'follower_id', 'followee_id')).toEqual([...follows].sort());
  expect(await readPairs('blocks', 'blocker_id', 'blocked_id')).toEqual([...blocks].sort());
  expect(await readPairs('mutes', 'muter_id', 'muted_id')).toEqual([...mutes].sort());
  for (let n = 0; n < PEOPLE; n += 1) {
    const others = [...numbers.values()].filter(
      (other) => blocks.has(`${n} ${other}`) || blocks.has(`${other} ${n}`) || mutes.has(`${n} ${other}`),
    );
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM unnest($2::uuid[]) person (id) WHERE NOT ${isNotHidden('person.id')}`,
      [createAccountId(n), [...numbers.keys()]],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(others.map((other) => createAccountId(other)).sort());
  }
}

test(
  'rules and read models agree with a plain model for random sequences',
  async () => {
    await fc.assert(
      fc.asyncProperty(past, acts, async (before, history) => {
        const plain = new PlainModel();
        const log = await createLog(before, plain);
        const handler = createHandler({ log });
        for (const one of history) {
          const result = await handleSocialCommand(handler, createCommand(one), createContext(one.who));
          expect(result.accepted).toBe(plain.act(one));
        }
        const relationships = foldEvents(await readWholeLog(log));
        expect(relationships).toEqual(plain);
        await expectReadModels(log, plain);
        await log.close();
      }),
      { numRuns: scaleRuns(5), endOnFailure: true },
    );
  },
  scaleTimeout(30_000),
);

test(
  'concurrent commands in several processes leave no follow across a block',
  async () => {
    await fc.assert(
      fc.asyncProperty(past, acts, fc.integer({ min: 2, max: 4 }), async (before, history, processes) => {
        const log = await createLog(before, new PlainModel());
        const handlers = Array.from({ length: processes }, () => createHandler({ log }));
        await Promise.all(
          history.map((one, n) =>
            handleSocialCommand(
              handlers[n % processes] as (typeof handlers)[number],
              createCommand(one),
              createContext(one.who),
            ),
          ),
        );
        await expectReadModels(log, foldEvents(await readWholeLog(log)));
        await log.close();
      }),
      { numRuns: scaleRuns(5), endOnFailure: true },
    );
  },
  scaleTimeout(30_000),
);
