import fc from 'fast-check';
import { watchHistory } from '../adapters/event-log/history.ts';
import { createMemoryEventLog } from '../adapters/event-log/memory.ts';
import {
  createContext,
  createFailingLog,
  type JarCommand,
  type JarEvent,
  jarDecider,
  putCoins,
  takeCoins,
} from '../test/support/jar.ts';
import { ConflictNotSettled, createHandler, type Handler } from './handle.ts';
import { MissingRevision } from './kernel/command-group.ts';
import { AppendTooLarge, type EventLog } from './ports/event-log.ts';

test('a command becomes events that record who, when and why', async () => {
  const log = createMemoryEventLog();
  const handler = createHandler({ log, versions: { Put: { version: 3 } } });
  const context = { ...createContext(), requestId: 'r-1', reason: 'a gift' };

  const commandResult = await handler.handle(jarDecider, 'a', { put: 5 }, context);

  expect(commandResult).toMatchObject({ accepted: true, state: { coins: 5 }, revision: 0 });
  expect(await log.readStream('jar-a')).toMatchObject([
    {
      id: context.commandId,
      type: 'Put',
      data: { coins: 5 },
      metadata: {
        causationId: context.commandId,
        correlationId: context.correlationId,
        actor: context.actor,
        occurredAt: context.occurredAt,
        version: 3,
        requestId: 'r-1',
        reason: 'a gift',
      },
    },
  ]);
});

test('a rejected command appends nothing', async () => {
  const log = createMemoryEventLog();
  const commandResult = await takeCoins(createHandler({ log }), 1, 1);
  expect(commandResult).toEqual({
    accepted: false,
    rejection: { kind: 'refused', code: 'TOO_FEW', params: {}, message: 'Too few coins.' },
  });
  expect(await log.head()).toBe(0);
});

test('writers of one stream wait for each other and share appends, each with its own outcome', async () => {
  const memory = createMemoryEventLog();
  const { log, attempts } = createFailingLog(memory, () => 'no');
  const handler = createHandler({ log });
  await putCoins(handler, 50);

  const takes = await Promise.all(Array.from({ length: 100 }, (_, number) => takeCoins(handler, 1, number)));

  expect(takes.filter((commandResult) => commandResult.accepted)).toHaveLength(50);
  expect(
    takes.map((commandResult) => (commandResult.accepted ? commandResult.revision : null)).slice(0, 50),
  ).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(attempts()).toBeLessThan(10);
});

test('two processes that write to one stream both succeed', async () => {
  const log = createMemoryEventLog();
  const [one, other] = [createHandler({ log }), createHandler({ log })];

  await Promise.all(Array.from({ length: 40 }, (_, index) => putCoins(index % 2 ? one : other, 1)));

  expect((await one.load(jarDecider, 'a')).state.coins).toBe(40);
});

test('verifies a rejection against the log, not only the cache', async () => {
  const log = createMemoryEventLog();
  const [one, other] = [createHandler({ log }), createHandler({ log })];
  await putCoins(one, 1);
  await putCoins(other, 9);
  expect(await takeCoins(one, 10, 1)).toMatchObject({ accepted: true, state: { coins: 0 } });
});

describe('a command that expects an empty stream', () => {
  const handleAssumingEmpty = (handler: Handler, command: JarCommand) =>
    handler.handle(jarDecider, 'a', command, { ...createContext(), assumesEmptyStream: true });

  test('is decided without reading the stream', async () => {
    const memory = createMemoryEventLog();
    let reads = 0;
    const readStream: EventLog['readStream'] = (...args) => {
      reads += 1;
      return memory.readStream(...args);
    };
    const handler = createHandler({ log: { ...memory, readStream } });
    expect(await handleAssumingEmpty(handler, { put: 5 })).toMatchObject({
      accepted: true,
      state: { coins: 5 },
      revision: 0,
    });
    expect(reads).toBe(0);
  });

  test('is decided again when the stream has events', async () => {
    const log = createMemoryEventLog();
    await putCoins(createHandler({ log }), 9);
    expect(await handleAssumingEmpty(createHandler({ log }), { put: 1 })).toMatchObject({
      accepted: true,
      state: { coins: 10 },
      revision: 1,
    });
  });

  test('is not refused before the stream is read', async () => {
    const log = createMemoryEventLog();
    await putCoins(createHandler({ log }), 9);
    expect(await handleAssumingEmpty(createHandler({ log }), { take: 9, number: 1 })).toMatchObject({
      accepted: true,
      state: { coins: 0 },
    });
  });

  test('is refused when the stream is empty', async () => {
    const handler = createHandler({ log: createMemoryEventLog() });
    expect(await handleAssumingEmpty(handler, { take: 1, number: 1 })).toMatchObject({ accepted: false });
  });
});

test('repeating a command has no effect', async () => {
  const log = createMemoryEventLog();
  const handler = createHandler({ log });
  const { commandId } = createContext();
  await putCoins(handler, 5, commandId);

  expect(await putCoins(handler, 5, commandId)).toMatchObject({ accepted: true, events: [], revision: 0 });
  expect(await putCoins(createHandler({ log }), 5, commandId)).toMatchObject({ accepted: true, events: [] });
  expect((await handler.load(jarDecider, 'a')).state.coins).toBe(5);
});

test.each(['before', 'after'] as const)('an append cut %s it was written happens once', async (moment) => {
  const { log } = createFailingLog(createMemoryEventLog(), (attempt) => (attempt === 1 ? moment : 'no'));
  const handler = createHandler({ log });
  expect(await putCoins(handler, 5)).toMatchObject({ accepted: true, revision: 0 });
  expect((await handler.load(jarDecider, 'a')).state.coins).toBe(5);
});

describe('when the history of the log changes', () => {
  const createHandlerBeforeChange = async () => {
    const log = createMemoryEventLog();
    const handler = createHandler({ log });
    await putCoins(handler, 40);
    await putCoins(handler, 4_000);
    log.truncate(1);
    return { log, handler };
  };

  test.each([
    ['is shorter', 0],
    ['has another event at the cached revision', 1],
    ['has gone on', 3],
  ])('decides on the current log: the stream %s', async (_what, written) => {
    const { log, handler } = await createHandlerBeforeChange();
    const other = createHandler({ log });
    for (let n = 0; n < written; n += 1) await putCoins(other, 1);
    expect(await takeCoins(handler, 4_000, 1)).toMatchObject({
      accepted: false,
      rejection: { code: 'TOO_FEW' },
    });
    expect(await takeCoins(handler, 40 + written, 2)).toMatchObject({ accepted: true, state: { coins: 0 } });
  });

  test('loads the current log', async () => {
    const { handler } = await createHandlerBeforeChange();
    expect(await handler.load(jarDecider, 'a')).toMatchObject({
      state: { coins: 40 },
      revision: 0,
      position: 1,
    });
  });

  test('drops every cached stream once the change is announced', async () => {
    const memory = createMemoryEventLog();
    const { log, history } = watchHistory(memory);
    const startRevisions: (number | undefined)[] = [];
    const readStream: EventLog['readStream'] = (stream, options) => {
      startRevisions.push(options?.from);
      return log.readStream(stream, options);
    };
    const handler = createHandler({ log: { ...log, readStream }, history });
    for (const coins of [1, 2, 3]) await putCoins(handler, coins);
    await handler.handle(jarDecider, 'b', { put: 1 }, createContext());
    memory.truncate(3);
    await history.check();
    startRevisions.length = 0;
    await handler.load(jarDecider, 'a');
    expect(startRevisions).toEqual([0]);
    await log.close();
  });
});

test.each([
  ['its first event', 0],
  ['one in its midst', 1],
])('refuses to decide on a stream that lacks %s', async (_what, missing) => {
  const log = createMemoryEventLog();
  for (const coins of [1, 2, 3]) await putCoins(createHandler({ log }), coins);
  const readStream: EventLog['readStream'] = async (...args) =>
    (await log.readStream(...args)).filter(({ revision }) => revision !== missing);
  const handler = createHandler({ log: { ...log, readStream } });
  const broken = new MissingRevision({ stream: 'jar-a', revision: missing + 1 }, missing);
  await expect(takeCoins(handler, 1, 1)).rejects.toThrow(broken);
  await expect(handler.load(jarDecider, 'a')).rejects.toThrow(broken);
});

test('endless conflicts are an error, and the command has no effect', async () => {
  const { log } = createFailingLog(createMemoryEventLog(), () => 'conflict');
  const handler = createHandler({ log });
  await expect(putCoins(handler, 5)).rejects.toThrow(ConflictNotSettled);
  expect(await log.head()).toBe(0);
});

test('commands too large to share an append are appended separately', async () => {
  const memory = createMemoryEventLog();
  const append: EventLog['append'] = (stream, events, expected) =>
    events.length > 3
      ? Promise.reject(new AppendTooLarge(stream, 1))
      : memory.append(stream, events, expected);
  const handler = createHandler({ log: { ...memory, append } });

  await Promise.all(Array.from({ length: 30 }, () => putCoins(handler, 1)));

  expect((await handler.load(jarDecider, 'a')).state.coins).toBe(30);
});

test('each accepted command is in the log once despite cut connections and concurrent writers', async () => {
  const failures = fc.infiniteStream(
    fc.oneof({ weight: 3, arbitrary: fc.constant('no' as const) }, fc.constantFrom('before', 'after')),
  );
  const commands = fc.array(
    fc.record({ writer: fc.nat(2), coins: fc.integer({ min: 1, max: 5 }), puts: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(failures, commands, async (failure, issued) => {
      const memory = createMemoryEventLog();
      const { log } = createFailingLog(memory, () => failure.next().value as 'no' | 'before' | 'after');
      const writers = [createHandler({ log }), createHandler({ log, cacheSize: 1 }), createHandler({ log })];

      const commandResults = await Promise.all(
        issued.map(({ writer, coins, puts }, number) =>
          puts
            ? putCoins(writers[writer] as Handler, coins)
            : takeCoins(writers[writer] as Handler, coins, number),
        ),
      );

      const accepted = issued.filter((_, index) => commandResults[index]?.accepted);
      const events = await memory.readStream('jar-a');
      expect(events).toHaveLength(accepted.length);
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
      let coins = 0;
      for (const { type, data } of events as unknown as readonly JarEvent[]) {
        coins += type === 'Put' ? data.coins : -data.coins;
        expect(coins).toBeGreaterThanOrEqual(0);
      }
      expect(coins).toBe(accepted.reduce((sum, { puts, coins }) => sum + (puts ? coins : -coins), 0));
    }),
  );
});

test('unknown ids do not evict streams from the cache', async () => {
  const log = createMemoryEventLog();
  const read: (string | number)[][] = [];
  const readStream: EventLog['readStream'] = (stream, options) => {
    read.push([stream, options?.from ?? 0]);
    return log.readStream(stream, options);
  };
  const handler = createHandler({ log: { ...log, readStream }, cacheSize: 2 });
  await putCoins(handler, 2);
  await putCoins(handler, 3);
  for (const id of ['made', 'up', 'ids']) {
    await handler.load(jarDecider, id);
    await handler.handle(jarDecider, id, { take: 1, number: 1 }, createContext());
  }
  read.length = 0;
  expect((await handler.load(jarDecider, 'a')).state.coins).toBe(5);
  expect(read).toEqual([['jar-a', 1]]);
});

test('many short streams do not evict a long one from the cache', async () => {
  const log = createMemoryEventLog();
  const read: (string | number)[][] = [];
  const readStream: EventLog['readStream'] = (stream, options) => {
    read.push([stream, options?.from ?? 0]);
    return log.readStream(stream, options);
  };
  const handler = createHandler({ log: { ...log, readStream }, cacheSize: 4 });
  await Promise.all(Array.from({ length: 201 }, () => putCoins(handler, 1)));
  for (const id of ['b', 'c', 'd', 'e', 'f', 'g'])
    await handler.handle(jarDecider, id, { put: 1 }, createContext());
  read.length = 0;
  expect((await handler.load(jarDecider, 'a')).state.coins).toBe(201);
  await handler.load(jarDecider, 'b');
  expect(read).toEqual([
    ['jar-a', 200],
    ['jar-b', 0],
  ]);
});

test('texts are decrypted only for deciders that use them', async () => {
  const log = createMemoryEventLog();
  const encrypted: unknown[] = [];
  const readStream: EventLog['readStream'] = (stream, options) => {
    encrypted.push(options?.keepsTextsEncrypted);
    return log.readStream(stream, options);
  };
  const handler = createHandler({ log: { ...log, readStream } });
  await handler.load(jarDecider, 'a');
  await handler.load({ ...jarDecider, ignoresTexts: true }, 'a');
  expect(encrypted).toEqual([false, true]);
});

test('a result covers the types of its own events, and those of the whole stream when it has none', async () => {
  const log = createMemoryEventLog();
  const handler = createHandler({ log });
  expect(await putCoins(handler, 5)).toMatchObject({ eventTypes: ['Put'], position: 1 });
  const [taken, repeated] = await Promise.all([takeCoins(handler, 1, 1), takeCoins(handler, 1, 1)]);
  expect(taken).toMatchObject({ eventTypes: ['Taken'], position: 2 });
  expect(repeated).toMatchObject({ events: [], eventTypes: ['Put', 'Taken'], position: 2 });
  expect(await takeCoins(createHandler({ log }), 1, 1)).toMatchObject({
    events: [],
    eventTypes: ['Put', 'Taken'],
  });
});
