import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createHandler } from '../../domain/handle.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { SocialGraphCommand } from '../../domain/social-graph/commands.ts';
import { deriveLegacyFollowId } from '../../domain/social-graph/decide.ts';
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

const PERSON_COUNT = 4;
const KINDS = ['follow', 'follow', 'block', 'unblock', 'mute', 'unmute'] as const;

interface RelationshipAction {
  readonly kind: (typeof KINDS)[number];
  readonly actorIndex: number;
  readonly targetIndex: number;
}

const actionArbitrary: fc.Arbitrary<RelationshipAction> = fc.record({
  kind: fc.constantFrom(...KINDS),
  actorIndex: fc.nat(PERSON_COUNT - 1),
  targetIndex: fc.nat(PERSON_COUNT - 1),
});
const actionsArbitrary = fc.array(actionArbitrary, { minLength: 20, maxLength: 120, size: 'max' });
/**
 * Follow relationships in the earlier event format, as pairs of account numbers. In that format, each direction has
 * its own stream.
 */
const legacyFollowsArbitrary = fc.uniqueArray(fc.tuple(fc.nat(PERSON_COUNT - 1), fc.nat(PERSON_COUNT - 1)), {
  maxLength: 6,
  selector: ([actorIndex, targetIndex]) => `${actorIndex} ${targetIndex}`,
});

const COMMAND_TYPES = {
  block: 'BlockAccount',
  unblock: 'UnblockAccount',
  mute: 'MuteAccount',
  unmute: 'UnmuteAccount',
} as const;

function createCommand({ kind, actorIndex, targetIndex }: RelationshipAction): SocialGraphCommand {
  const [one, other] = [createAccountId(actorIndex), createAccountId(targetIndex)];
  if (kind === 'follow') return { type: 'ToggleFollow', followerId: one, followeeId: other };
  if (kind === 'block' || kind === 'unblock')
    return { type: COMMAND_TYPES[kind], blockerId: one, blockedId: other };
  return { type: COMMAND_TYPES[kind], muterId: one, mutedId: other };
}

const createContext = (actorIndex: number) => {
  const commandId = randomUUID();
  return {
    commandId,
    correlationId: commandId,
    actor: { kind: 'account', id: createAccountId(actorIndex) },
    occurredAt: '2026-11-21T09:30:00.000Z',
  } as const;
};

/** A simple model that stores all relationships as sets of pairs. */
class PlainModel {
  readonly follows = new Set<string>();
  readonly blocks = new Set<string>();
  readonly mutes = new Set<string>();

  /** Applies an action. Returns whether it is accepted. */
  act({ kind, actorIndex, targetIndex }: RelationshipAction): boolean {
    if (actorIndex === targetIndex) return false;
    const [pair, reversePair] = [`${actorIndex} ${targetIndex}`, `${targetIndex} ${actorIndex}`];
    switch (kind) {
      case 'follow':
        if (this.blocks.has(pair) || this.blocks.has(reversePair)) return false;
        if (!this.follows.delete(pair)) this.follows.add(pair);
        return true;
      case 'block':
        this.blocks.add(pair);
        this.follows.delete(pair);
        this.follows.delete(reversePair);
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

const numbers = new Map(Array.from({ length: PERSON_COUNT }, (_, n) => [createAccountId(n), n]));
const getPair = (firstId: string, secondId: string): string =>
  `${numbers.get(firstId)} ${numbers.get(secondId)}`;

/** Applies events one by one. Throws if an account follows another although one of them blocks the other. */
function foldEvents(events: readonly RecordedEvent[]): PlainModel {
  const model = new PlainModel();
  for (const { type, data } of events as readonly (SocialGraphEvent & RecordedEvent)[]) {
    if (type === 'ProfileFollowed') model.follows.add(getPair(data.followerId, data.followeeId));
    if (type === 'ProfileUnfollowed') model.follows.delete(getPair(data.followerId, data.followeeId));
    if (type === 'AccountBlocked') model.blocks.add(getPair(data.blockerId, data.blockedId));
    if (type === 'AccountUnblocked') model.blocks.delete(getPair(data.blockerId, data.blockedId));
    if (type === 'AccountMuted') model.mutes.add(getPair(data.muterId, data.mutedId));
    if (type === 'AccountUnmuted') model.mutes.delete(getPair(data.muterId, data.mutedId));
    for (const pair of model.blocks) {
      const reversePair = pair.split(' ').reverse().join(' ');
      if (model.follows.has(pair) || model.follows.has(reversePair))
        throw new Error(`${pair} follow across a block`);
    }
  }
  return model;
}

/**
 * Creates a log in which all accounts are registered. Some accounts follow others through streams in the earlier
 * format.
 */
async function createLog(
  legacyFollows: readonly (readonly [number, number])[],
  model: PlainModel,
): Promise<EventLog> {
  const log = createMemoryEventLog();
  for (let n = 0; n < PERSON_COUNT; n += 1) {
    const data = {
      accountId: createAccountId(n),
      role: 'USER',
      nickname: `Nick${n}`,
      profileName: `Name ${n}`,
    } as const;
    const registration = createEvent({ type: 'AccountRegistered', data: { ...data, category: null } });
    await log.append(`account-${createAccountId(n)}`, [registration], 'no_stream');
  }
  for (const [actorIndex, targetIndex] of legacyFollows) {
    if (actorIndex === targetIndex) continue;
    const data = { followerId: createAccountId(actorIndex), followeeId: createAccountId(targetIndex) };
    const stream = `follow-${deriveLegacyFollowId(data.followerId, data.followeeId)}`;
    await log.append(stream, [createEvent({ type: 'ProfileFollowed', data })], 'no_stream');
    model.follows.add(`${actorIndex} ${targetIndex}`);
  }
  return log;
}

const readPairs = async (
  table: string,
  firstColumn: string,
  secondColumn: string,
): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ first: string; second: string }>(
    `SELECT ${firstColumn} AS first, ${secondColumn} AS second FROM read.${table}`,
  );
  return rows.map((row) => getPair(row.first, row.second)).sort();
};

/** Projects the whole log, and compares every read with the model. */
async function expectReadModels(log: EventLog, { follows, blocks, mutes }: PlainModel): Promise<void> {
  await clearReadModels(database.pool);
  const worker = await runEngine(database.pool, log, { projections: [followsProjection, hiddenProjection] });
  expect(await worker.waitUntilCaughtUp(['follows', 'hidden'])).toBe(true);
  await worker.stop();
  expect(await readPairs('follows', 'follower_id', 'followee_id')).toEqual([...follows].sort());
  expect(await readPairs('blocks', 'blocker_id', 'blocked_id')).toEqual([...blocks].sort());
  expect(await readPairs('mutes', 'muter_id', 'muted_id')).toEqual([...mutes].sort());
  for (let n = 0; n < PERSON_COUNT; n += 1) {
    const hiddenNumbers = [...numbers.values()].filter(
      (number) => blocks.has(`${n} ${number}`) || blocks.has(`${number} ${n}`) || mutes.has(`${n} ${number}`),
    );
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM unnest($2::uuid[]) person (id) WHERE NOT ${isNotHidden('person.id')}`,
      [createAccountId(n), [...numbers.keys()]],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(
      hiddenNumbers.map((number) => createAccountId(number)).sort(),
    );
  }
}

test(
  'rules and read models agree with a plain model for random sequences',
  async () => {
    await fc.assert(
      fc.asyncProperty(legacyFollowsArbitrary, actionsArbitrary, async (legacyFollows, history) => {
        const model = new PlainModel();
        const log = await createLog(legacyFollows, model);
        const handler = createHandler({ log });
        for (const action of history) {
          const result = await handleSocialCommand(
            handler,
            createCommand(action),
            createContext(action.actorIndex),
          );
          expect(result.accepted).toBe(model.act(action));
        }
        const relationships = foldEvents(await readWholeLog(log));
        expect(relationships).toEqual(model);
        await expectReadModels(log, model);
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
      fc.asyncProperty(
        legacyFollowsArbitrary,
        actionsArbitrary,
        fc.integer({ min: 2, max: 4 }),
        async (legacyFollows, history, processes) => {
          const log = await createLog(legacyFollows, new PlainModel());
          const handlers = Array.from({ length: processes }, () => createHandler({ log }));
          await Promise.all(
            history.map((action, n) =>
              handleSocialCommand(
                handlers[n % processes] as (typeof handlers)[number],
                createCommand(action),
                createContext(action.actorIndex),
              ),
            ),
          );
          await expectReadModels(log, foldEvents(await readWholeLog(log)));
          await log.close();
        },
      ),
      { numRuns: scaleRuns(5), endOnFailure: true },
    );
  },
  scaleTimeout(30_000),
);
