import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { AppendTooLarge, type EventLog, WrongExpectedVersion } from '../../../domain/ports/event-log.ts';
import { waitUntil } from '../../support/wait.ts';
import {
  collectEvents,
  createSampleEvent,
  createSampleEvents,
  createStreamNames,
  getIds,
} from './sample-events.ts';

/** An event log under test. */
export interface AdapterOnTrial {
  readonly log: EventLog;
  /** Cuts the current connections of the log, if it has any. */
  readonly cutConnections?: () => Promise<void>;
  /** Removes all events after a position, like a failover to an asynchronous replica, which also cuts connections. */
  readonly truncate?: (after: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ContractOptions {
  /** Whether an append compares the id of the stream's last event, besides its revision. */
  readonly comparesLastEvent: boolean;
  /** Whether the test can make the log lose events. */
  readonly losesEvents: boolean;
}

/**
 * Tests the behaviour of every event log. A log may contain other events: the suite only looks at its own
 * streams.
 */
export function testEventLog(
  open: () => Promise<AdapterOnTrial>,
  { comparesLastEvent, losesEvents }: ContractOptions,
): void {
  let trial: AdapterOnTrial;
  let log: EventLog;
  const newStream = createStreamNames();
  const category = newStream().split('-')[0] as string;
  const isOwnEvent = ({ stream }: RecordedEvent): boolean => stream.startsWith(`${category}-`);

  beforeAll(async () => {
    trial = await open();
    log = trial.log;
  });
  afterAll(async () => {
    await log.close();
    await trial.close();
  });

  describe('append', () => {
    test('numbers revisions from 0 and stores events unchanged', async () => {
      const stream = newStream();
      const data = {
        text: 'Ünïcode 🐾 "quoted"\nline\u0000\u2028',
        nested: { list: [1, -2.5, null, true, ''] },
      };
      const first = createSampleEvent('CoinFlipped', data);
      const [second, third] = createSampleEvents(2, 'CoinSpent');
      expect(await log.append(stream, [first], 'no_stream')).toMatchObject({ revision: 0 });
      const result = await log.append(stream, [second!, third!], 0);
      const events = await log.readStream(stream);
      expect(events).toEqual([
        { ...first, stream, revision: 0, position: expect.any(Number) },
        { ...second, stream, revision: 1, position: expect.any(Number) },
        { ...third, stream, revision: 2, position: result.position },
      ]);
      expect(result.revision).toBe(2);
      expect(events[0]!.position).toBeGreaterThan(0);
      expect(events[1]!.position).toBeGreaterThan(events[0]!.position);
      expect(events[2]!.position).toBeGreaterThan(events[1]!.position);
    });

    test('rejects a wrong expected revision and reports the actual one', async () => {
      const stream = newStream();
      const tryAppend = (expected: number | 'no_stream') =>
        log.append(stream, [createSampleEvent()], expected).catch((error: unknown) => error);
      const expectRefusal = (expected: number | 'no_stream', actual: number | null) => {
        const error = new WrongExpectedVersion(stream, expected, actual);
        return expect.objectContaining({ ...error, message: error.message });
      };
      expect(await tryAppend(0)).toEqual(expectRefusal(0, null));
      expect(await tryAppend(5)).toBeInstanceOf(WrongExpectedVersion);
      await log.append(stream, createSampleEvents(3), 'no_stream');
      expect(await tryAppend('no_stream')).toEqual(expectRefusal('no_stream', 2));
      expect(await tryAppend(1)).toEqual(expectRefusal(1, 2));
      expect(await tryAppend(3)).toEqual(expectRefusal(3, 2));
      expect(await log.readStream(stream)).toHaveLength(3);
      expect(await log.append(stream, [createSampleEvent()], 2)).toMatchObject({ revision: 3 });
    });

    test('accepts any revision when nothing is expected', async () => {
      const stream = newStream();
      expect(await log.append(stream, createSampleEvents(2), 'any')).toMatchObject({ revision: 1 });
      expect(await log.append(stream, createSampleEvents(2), 'any')).toMatchObject({ revision: 3 });
    });

    test.each(['no_stream', 1, 'any'] as const)(
      'returns the first result for a repeated append (%s)',
      async (expected) => {
        const stream = newStream();
        if (expected === 1) await log.append(stream, createSampleEvents(2), 'no_stream');
        const events = createSampleEvents(3);
        const first = await log.append(stream, events, expected);
        expect(await log.append(stream, events, expected)).toEqual(first);
        await log.append(stream, createSampleEvents(2), first.revision);
        expect(await log.append(stream, events, expected)).toEqual(first);
        expect(await log.readStream(stream)).toHaveLength(first.revision + 3);
      },
    );

    test('does not treat a partial match as a repeat', async () => {
      const stream = newStream();
      const events = createSampleEvents(2);
      await log.append(stream, events, 'no_stream');
      const [kept] = events;
      await expect(log.append(stream, [kept!, createSampleEvent()], 'no_stream')).rejects.toThrow(
        WrongExpectedVersion,
      );
      await expect(log.append(stream, [...events, createSampleEvent()], 'no_stream')).rejects.toThrow(
        WrongExpectedVersion,
      );
      expect(getIds(await log.readStream(stream))).toEqual(getIds(events));
    });

    test('accepts the id of the last event as expectation', async () => {
      const stream = newStream();
      const [first, second, third] = createSampleEvents(3);
      await log.append(stream, [first!], 'no_stream');
      const end = { revision: 0, eventId: first!.id };
      const appended = await log.append(stream, [second!], end);
      expect(appended).toMatchObject({ revision: 1 });
      expect(await log.append(stream, [second!], end)).toEqual(appended);
      await expect(log.append(stream, [third!], end)).rejects.toMatchObject({
        name: 'WrongExpectedVersion',
        expected: end,
        actual: 1,
      });
      await expect(log.append(stream, [third!], { ...end, revision: 7 })).rejects.toThrow(
        WrongExpectedVersion,
      );
    });

    if (comparesLastEvent)
      test('rejects the id of another event at the right revision', async () => {
        const stream = newStream();
        const [first, second] = createSampleEvents(2);
        await log.append(stream, [first!], 'no_stream');
        const another = { revision: 0, eventId: createSampleEvent().id };
        const refusal = { name: 'WrongExpectedVersion', message: `stream ${stream} has another event at 0` };
        await expect(log.append(stream, [second!], another)).rejects.toMatchObject({ ...refusal, actual: 0 });
        await log.append(stream, [second!], { revision: 0, eventId: first!.id });
        await expect(log.append(stream, [second!], another)).rejects.toThrow(WrongExpectedVersion);
        expect(await log.readStream(stream)).toHaveLength(2);
      });

    test('accepts the same id in another stream', async () => {
      const event = createSampleEvent();
      const streams = [newStream(), newStream()];
      for (const stream of streams) await log.append(stream, [event], 'no_stream');
      for (const stream of streams) expect(getIds(await log.readStream(stream))).toEqual([event.id]);
    });

    test('accepts up to 1 MiB at once and rejects more', async () => {
      const stream = newStream();
      const createSizedEvent = (bytes: number) => {
        const empty = createSampleEvent('TextWritten', { text: '' });
        const overhead = JSON.stringify(empty.data).length + JSON.stringify(empty.metadata).length;
        return { ...empty, data: { text: 'x'.repeat(bytes - overhead) } };
      };
      const half = 512 * 1024;
      await expect(
        log.append(stream, [createSizedEvent(half), createSizedEvent(half + 1)], 'no_stream'),
      ).rejects.toThrow(AppendTooLarge);
      expect(await log.readStream(stream)).toEqual([]);
      // EventStoreDB counts some bytes of its own to the same limit, so this stays a little under it.
      const events = [createSizedEvent(half), createSizedEvent(half - 4096)];
      await log.append(stream, events, 'no_stream');
      expect((await log.readStream(stream)).map(({ data }) => data)).toEqual(events.map(({ data }) => data));
    });

    test.each([
      ['a stream without a category', 'plain', createSampleEvents(1)],
      ['a system stream', '$streams-1', createSampleEvents(1)],
      ['an id that is no UUID', 'category-1', [{ ...createSampleEvent(), id: 'one' }]],
      ['no events', 'category-1', []],
    ])('refuses %s', async (_what, stream, events) => {
      await expect(log.append(stream, events, 'any')).rejects.toThrow(RangeError);
    });

    test('accepts exactly one of many writers per revision', async () => {
      const stream = newStream();
      const winners = new Map<number, string>();
      let conflicts = 0;
      async function write(times: number): Promise<void> {
        for (let done = 0; done < times; ) {
          const last = (await log.readStream(stream, { direction: 'backwards', limit: 1 }))[0];
          const event = createSampleEvent();
          try {
            const { revision } = await log.append(stream, [event], last ? last.revision : 'no_stream');
            expect(winners.has(revision)).toBe(false);
            winners.set(revision, event.id);
            done += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(WrongExpectedVersion);
            conflicts += 1;
          }
        }
      }
      await Promise.all(Array.from({ length: 5 }, () => write(8)));
      const events = await log.readStream(stream);
      expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 40 }, (_, index) => index));
      expect(getIds(events)).toEqual(events.map(({ revision }) => winners.get(revision)));
      expect(conflicts).toBeGreaterThan(0);
    });
  });

  describe('readStream', () => {
    const stream = newStream();
    const events = createSampleEvents(5);
    beforeAll(() => log.append(stream, events, 'no_stream'));
    const readRevisions = async (options: Parameters<EventLog['readStream']>[1]) =>
      (await log.readStream(stream, options)).map(({ revision }) => revision);

    test('reads forwards', async () => {
      expect(await readRevisions({})).toEqual([0, 1, 2, 3, 4]);
      expect(await readRevisions({ limit: 2 })).toEqual([0, 1]);
      expect(await readRevisions({ from: 3 })).toEqual([3, 4]);
      expect(await readRevisions({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await readRevisions({ from: 5 })).toEqual([]);
    });

    test('reads backwards', async () => {
      expect(await readRevisions({ direction: 'backwards' })).toEqual([4, 3, 2, 1, 0]);
      expect(await readRevisions({ direction: 'backwards', limit: 2 })).toEqual([4, 3]);
      expect(await readRevisions({ direction: 'backwards', from: 1 })).toEqual([1, 0]);
      expect(await readRevisions({ direction: 'backwards', from: 3, limit: 2 })).toEqual([3, 2]);
      expect(await readRevisions({ direction: 'backwards', from: 9 })).toEqual([4, 3, 2, 1, 0]);
    });

    test('returns nothing for a stream that does not exist', async () => {
      expect(await log.readStream(newStream())).toEqual([]);
      expect(await log.readStream(newStream(), { direction: 'backwards' })).toEqual([]);
    });
  });

  describe('readAll', () => {
    const events = Array.from({ length: 12 }, (_, n) =>
      createSampleEvent(n % 3 === 0 ? 'EveryThird' : 'TheOthers'),
    );
    let before: number;
    beforeAll(async () => {
      before = await log.head();
      for (const event of events) await log.append(newStream(), [event], 'no_stream');
    });
    const page = (options: Parameters<EventLog['readAll']>[0]) => log.readAll(options);

    test('reads pages forwards', async () => {
      const first = await page({ after: before, limit: 5 });
      const second = await page({ after: first[4]!.position, limit: 5 });
      const third = await page({ after: second[4]!.position, limit: 5 });
      expect([first, second, third].map(({ length }) => length)).toEqual([5, 5, 2]);
      expect(getIds([...first, ...second, ...third])).toEqual(getIds(events));
      expect(await log.head()).toBe(third[1]!.position);
      expect(await page({ after: await log.head() })).toEqual([]);
    });

    test('reads from the position of an event, including that event', async () => {
      const all = await page({ after: before });
      expect(await page({ from: all[4]!.position, limit: 3 })).toEqual(all.slice(4, 7));
      expect(await page({ from: all[11]!.position })).toEqual(all.slice(11));
    });

    test('reads pages backwards', async () => {
      const last = await page({ direction: 'backwards', limit: 8 });
      const rest = await page({ direction: 'backwards', after: last[7]!.position, limit: 4 });
      expect(getIds([...last, ...rest])).toEqual(getIds(events).reverse());
      const all = await page({ after: before });
      expect(await page({ direction: 'backwards', after: all[2]!.position, limit: 2 })).toEqual([
        all[1],
        all[0],
      ]);
    });

    test('reads only certain types', async () => {
      const thirds = events.filter(({ type }) => type === 'EveryThird');
      const first = await page({ after: before, types: ['EveryThird'], limit: 3 });
      const rest = await page({ after: first[2]!.position, types: ['EveryThird'], limit: 3 });
      expect(getIds([...first, ...rest])).toEqual(getIds(thirds));
      const back = await page({ direction: 'backwards', types: ['EveryThird'], limit: 2 });
      expect(getIds(back)).toEqual(getIds(thirds.slice(2)).reverse());
      expect(getIds(await page({ after: before, types: ['EveryThird', 'TheOthers'] }))).toEqual(
        getIds(events),
      );
      expect(await page({ after: before, types: ['NeverHeardOf'] })).toEqual([]);
    });
  });

  describe('findEventIdAt and identity', () => {
    test('find events by their positions', async () => {
      const [first, second] = createSampleEvents(2);
      const stream = newStream();
      const { position } = await log.append(stream, [first!], 'no_stream');
      const next = await log.append(stream, [second!], 0);
      expect(await log.findEventIdAt(position)).toBe(first!.id);
      expect(await log.findEventIdAt(next.position)).toBe(second!.id);
      expect(await log.findEventIdAt((await log.head()) + 1_000)).toBeNull();
      expect(await log.findEventIdAt(0)).toBeNull();
    });

    test('keep the identity of the log while events are appended', async () => {
      const identity = await log.identity();
      expect(identity).toMatch(/^[0-9a-f-]{36}$/);
      await log.append(newStream(), createSampleEvents(1), 'no_stream');
      expect(await log.identity()).toBe(identity);
    });
  });

  describe('subscribeToAll', () => {
    test('delivers the events after the position, then new ones, each once', async () => {
      const start = await log.head();
      const stream = newStream();
      const events = createSampleEvents(60);
      await log.append(stream, events.slice(0, 20), 'no_stream');
      const [, second] = await log.readAll({ after: start });
      const gathered = collectEvents(log, second!.position, isOwnEvent, { batchSize: 7 });
      await log.append(stream, events.slice(20, 40), 19);
      await waitUntil(() => gathered.events.length === 38);
      await waitUntil(() => gathered.caughtUpAt.at(-1) === gathered.events.at(-1)!.position);
      for (let revision = 40; revision < 60; revision += 1) {
        await log.append(stream, [events[revision]!], revision - 1);
      }
      await waitUntil(() => gathered.events.length >= 58);
      await gathered.subscription.close();
      expect(getIds(gathered.events)).toEqual(getIds(events.slice(2)));
      expect(gathered.events).toEqual(await log.readStream(stream, { from: 2 }));
      expect(gathered.failures).toEqual([]);
    });

    test('reports that it has caught up even when there is nothing after the position', async () => {
      const head = await log.head();
      const gathered = collectEvents(log, head, isOwnEvent);
      await waitUntil(() => gathered.caughtUpAt.length === 1);
      expect(gathered.caughtUpAt[0]).toBeGreaterThanOrEqual(head);
      await gathered.subscription.close();
    });

    test('delivers to every subscriber in the order of readAll', async () => {
      const start = await log.head();
      const early = collectEvents(log, start, isOwnEvent, { batchSize: 3 });
      const streams = Array.from({ length: 10 }, newStream);
      const write = async (stream: string) => {
        for (let revision = -1; revision < 20; revision += 1) {
          await log.append(stream, [createSampleEvent()], revision < 0 ? 'no_stream' : revision);
        }
      };
      const writing = Promise.all(streams.map(write));
      const late = collectEvents(log, start, isOwnEvent);
      await writing;
      await waitUntil(() => early.events.length >= 210 && late.events.length >= 210);
      await Promise.all([early.subscription.close(), late.subscription.close()]);
      expect(early.events).toEqual(late.events);
      expect(early.events).toEqual((await log.readAll({ after: start })).filter(isOwnEvent));
      const positions = early.events.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      for (const stream of streams) {
        const revisions = early.events
          .filter((event) => event.stream === stream)
          .map(({ revision }) => revision);
        expect(revisions).toEqual(Array.from({ length: 21 }, (_, index) => index));
      }
    });

    test('delivers one batch at a time, none larger than requested', async () => {
      const start = await log.head();
      await log.append(newStream(), createSampleEvents(25), 'no_stream');
      let handling = 0;
      const sizes: number[] = [];
      const { subscription } = collectEvents(log, start, isOwnEvent, {
        batchSize: 10,
        onEvents: async (batch) => {
          handling += 1;
          expect(handling).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 5));
          sizes.push(batch.length);
          handling -= 1;
        },
      });
      await waitUntil(() => sizes.reduce((sum, size) => sum + size, 0) === 25);
      await subscription.close();
      expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
    });

    test('ends and reports the error when its handler fails', async () => {
      const start = await log.head();
      const stream = newStream();
      await log.append(stream, createSampleEvents(3), 'no_stream');
      let calls = 0;
      const gathered = collectEvents(log, start, isOwnEvent, {
        batchSize: 1,
        onEvents: async () => {
          calls += 1;
          if (calls === 2) throw new Error('poison');
        },
      });
      await waitUntil(() => gathered.failures.length > 0);
      await log.append(stream, createSampleEvents(1), 2);
      await gathered.subscription.close();
      expect(gathered.failures).toEqual([new Error('poison')]);
      expect(calls).toBe(2);
    });

    test('delivers nothing after it is closed', async () => {
      const start = await log.head();
      const gathered = collectEvents(log, start, isOwnEvent);
      await waitUntil(() => gathered.caughtUpAt.length === 1);
      await gathered.subscription.close();
      const other = collectEvents(log, start, isOwnEvent);
      await log.append(newStream(), createSampleEvents(1), 'no_stream');
      await waitUntil(() => other.events.length === 1);
      await other.subscription.close();
      expect(gathered.events).toEqual([]);
    });

    test('resumes after its connections are cut, without loss or repetition', async () => {
      const gathered = collectEvents(log, await log.head(), isOwnEvent, { batchSize: 5 });
      const stream = newStream();
      const events = createSampleEvents(40);
      for (const [index, event] of events.entries()) {
        if (index % 8 === 3) await trial.cutConnections?.();
        await appendSurely(stream, event, index === 0 ? 'no_stream' : index - 1);
      }
      await waitUntil(() => gathered.events.length >= 40);
      await trial.cutConnections?.();
      const last = createSampleEvent();
      await appendSurely(stream, last, 39);
      await waitUntil(() => gathered.events.length >= 41);
      await gathered.subscription.close();
      expect(getIds(gathered.events)).toEqual([...getIds(events), last.id]);
      expect(gathered.failures).toEqual([]);
    });
  });

  if (losesEvents)
    describe('when the log loses its newest events', () => {
      /** Subscribes at a position that is then removed; resolves when the subscription has noticed. */
      async function loseUnderSubscription(stream: string, written: number) {
        const changes: number[] = [];
        const { position: kept } = await log.append(stream, createSampleEvents(2), 'no_stream');
        const gathered = collectEvents(log, kept, isOwnEvent, {
          onPastChanged: (head) => changes.push(head),
        });
        await log.append(stream, createSampleEvents(3), 1);
        await waitUntil(() => gathered.events.length === 3);
        await trial.truncate?.(kept);
        for (const event of createSampleEvents(written)) await appendSurely(newStream(), event, 'no_stream');
        await waitUntil(() => changes.length > 0);
        return { gathered, changes, kept };
      }

      test.each([
        ['nothing was written since', 0],
        ['other events are at their positions', 3],
        ['more was written since', 5],
      ])('subscriptions report it and continue after the new end: %s', async (_what, written) => {
        const stream = newStream();
        const { gathered, changes } = await loseUnderSubscription(stream, written);
        const event = createSampleEvent();
        await appendSurely(stream, event, 1);
        await waitUntil(() => gathered.events.at(-1)?.id === event.id);
        await gathered.subscription.close();
        expect(gathered.failures).toEqual([]);
        expect(changes).toHaveLength(1);
      });

      test('a subscription that starts at a lost position reports it', async () => {
        const stream = newStream();
        const { position: kept } = await log.append(stream, createSampleEvents(1), 'no_stream');
        const { position: lost } = await log.append(stream, createSampleEvents(2), 0);
        await trial.truncate?.(kept);
        await waitUntil(() =>
          log
            .head()
            .then((head) => head === kept)
            .catch(() => false),
        );
        const changes: number[] = [];
        const { subscription } = collectEvents(log, lost, isOwnEvent, {
          onPastChanged: (head) => changes.push(head),
        });
        await waitUntil(() => changes.length > 0);
        await subscription.close();
        expect(changes).toEqual([kept]);
      });
    });

  /** Repeats an append until it succeeds. This is harmless, since the events are the same. */
  async function appendSurely(
    stream: string,
    event: ReturnType<typeof createSampleEvent>,
    expected: number | 'no_stream',
  ) {
    const end = Date.now() + 10_000;
    for (;;) {
      try {
        return await log.append(stream, [event], expected);
      } catch (error) {
        if (error instanceof WrongExpectedVersion || Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }
}
