import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { ContractContext } from './contract-context.ts';
import { createSampleEvent, createSampleEvents, getIds } from './sample-events.ts';

/** Defines the read tests for an event log. */
export function testReads(context: ContractContext): void {
  const { createStreamName } = context;
  let log: EventLog;
  beforeAll(() => {
    log = context.getSubject().log;
  });

  describe('readStream', () => {
    const stream = createStreamName();
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
      expect(await log.readStream(createStreamName())).toEqual([]);
      expect(await log.readStream(createStreamName(), { direction: 'backwards' })).toEqual([]);
    });

    test('returns to each of several simultaneous reads the events of its stream, in order', async () => {
      const streams = [createStreamName(), createStreamName()] as const;
      const eventsOfStreams = streams.map(() => createSampleEvents(3));
      for (const revision of [0, 1, 2]) {
        const expected = revision === 0 ? 'no_stream' : revision - 1;
        // The last stream is written first, so that the order of the log differs from the order of the reads.
        for (const index of [1, 0] as const) {
          const event = eventsOfStreams[index]?.[revision];
          if (event) await log.append(streams[index], [event], expected);
        }
      }
      const streamReads = await Promise.all([
        log.readStream(streams[0]),
        log.readStream(createStreamName()),
        log.readStream(streams[1], { from: 1 }),
        log.readStream(streams[0], { limit: 1 }),
      ]);
      const [first = [], second = []] = eventsOfStreams;
      expect(streamReads).toMatchObject([first, [], second.slice(1), first.slice(0, 1)]);
      expect(streamReads.map((events) => events.map(({ stream }) => stream))).toEqual([
        Array(3).fill(streams[0]),
        [],
        Array(2).fill(streams[1]),
        [streams[0]],
      ]);
    });
  });

  describe('readAll', () => {
    const events = Array.from({ length: 12 }, (_, n) =>
      createSampleEvent(n % 3 === 0 ? 'EveryThird' : 'TheOthers'),
    );
    let startPosition: number;
    beforeAll(async () => {
      startPosition = await log.head();
      for (const event of events) await log.append(createStreamName(), [event], 'no_stream');
    });
    const readPage = (options: Parameters<EventLog['readAll']>[0]) => log.readAll(options);

    test('reads pages forwards', async () => {
      const first = await readPage({ after: startPosition, limit: 5 });
      const second = await readPage({ after: first[4]!.position, limit: 5 });
      const thirdPage = await readPage({ after: second[4]!.position, limit: 5 });
      expect([first, second, thirdPage].map(({ length }) => length)).toEqual([5, 5, 2]);
      expect(getIds([...first, ...second, ...thirdPage])).toEqual(getIds(events));
      expect(await log.head()).toBe(thirdPage[1]!.position);
      expect(await readPage({ after: await log.head() })).toEqual([]);
    });

    test('reads from the position of an event, including that event', async () => {
      const allEvents = await readPage({ after: startPosition });
      expect(await readPage({ from: allEvents[4]!.position, limit: 3 })).toEqual(allEvents.slice(4, 7));
      expect(await readPage({ from: allEvents[11]!.position })).toEqual(allEvents.slice(11));
    });

    test('reads pages backwards', async () => {
      const lastPage = await readPage({ direction: 'backwards', limit: 8 });
      const remainingPage = await readPage({
        direction: 'backwards',
        after: lastPage[7]!.position,
        limit: 4,
      });
      expect(getIds([...lastPage, ...remainingPage])).toEqual(getIds(events).reverse());
      const allEvents = await readPage({ after: startPosition });
      expect(await readPage({ direction: 'backwards', after: allEvents[2]!.position, limit: 2 })).toEqual([
        allEvents[1],
        allEvents[0],
      ]);
    });

    test('reads only certain types', async () => {
      const everyThirdEvent = events.filter(({ type }) => type === 'EveryThird');
      const first = await readPage({ after: startPosition, types: ['EveryThird'], limit: 3 });
      const remainingPage = await readPage({ after: first[2]!.position, types: ['EveryThird'], limit: 3 });
      expect(getIds([...first, ...remainingPage])).toEqual(getIds(everyThirdEvent));
      const backwardsPage = await readPage({ direction: 'backwards', types: ['EveryThird'], limit: 2 });
      expect(getIds(backwardsPage)).toEqual(getIds(everyThirdEvent.slice(2)).reverse());
      expect(getIds(await readPage({ after: startPosition, types: ['EveryThird', 'TheOthers'] }))).toEqual(
        getIds(events),
      );
      expect(await readPage({ after: startPosition, types: ['NeverHeardOf'] })).toEqual([]);
    });
  });

  describe('findEventIdAt and identity', () => {
    test('find events by their positions', async () => {
      const [first, second] = createSampleEvents(2);
      const stream = createStreamName();
      const { position } = await log.append(stream, [first!], 'no_stream');
      const secondAppend = await log.append(stream, [second!], 0);
      expect(await log.findEventIdAt(position)).toBe(first!.id);
      expect(await log.findEventIdAt(secondAppend.position)).toBe(second!.id);
      expect(await log.findEventIdAt((await log.head()) + 1_000)).toBeNull();
      expect(await log.findEventIdAt(0)).toBeNull();
    });

    test('keep the identity of the log while events are appended', async () => {
      const identity = await log.identity();
      expect(identity).toMatch(/^[0-9a-f-]{36}$/);
      await log.append(createStreamName(), createSampleEvents(1), 'no_stream');
      expect(await log.identity()).toBe(identity);
    });
  });
}
