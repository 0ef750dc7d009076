import { AppendTooLarge, type EventLog, WrongExpectedVersion } from '../../../domain/ports/event-log.ts';
import type { ContractContext } from './contract-context.ts';
import { createSampleEvent, createSampleEvents, getIds } from './sample-events.ts';

/**
 * Defines the append tests for an event log.
 * @param isLastEventCompared whether an append compares the id of the stream's last event in addition to its revision
 */
export function testAppends(context: ContractContext, isLastEventCompared: boolean): void {
  const { createStreamName } = context;
  let log: EventLog;
  beforeAll(() => {
    log = context.getSubject().log;
  });

  describe('append', () => {
    test('numbers revisions from 0 and stores events unchanged', async () => {
      const stream = createStreamName();
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
      const stream = createStreamName();
      const tryAppend = (expected: number | 'no_stream') =>
        log.append(stream, [createSampleEvent()], expected).catch((error: unknown) => error);
      const createExpectedError = (expected: number | 'no_stream', actual: number | null) => {
        const error = new WrongExpectedVersion(stream, expected, actual);
        return expect.objectContaining({ ...error, message: error.message });
      };
      expect(await tryAppend(0)).toEqual(createExpectedError(0, null));
      expect(await tryAppend(5)).toBeInstanceOf(WrongExpectedVersion);
      await log.append(stream, createSampleEvents(3), 'no_stream');
      expect(await tryAppend('no_stream')).toEqual(createExpectedError('no_stream', 2));
      expect(await tryAppend(1)).toEqual(createExpectedError(1, 2));
      expect(await tryAppend(3)).toEqual(createExpectedError(3, 2));
      expect(await log.readStream(stream)).toHaveLength(3);
      expect(await log.append(stream, [createSampleEvent()], 2)).toMatchObject({ revision: 3 });
    });

    test.each(['no_stream', 1] as const)(
      'returns the first result for a repeated append (%s)',
      async (expected) => {
        const stream = createStreamName();
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
      const stream = createStreamName();
      const events = createSampleEvents(2);
      await log.append(stream, events, 'no_stream');
      const [keptEvent] = events;
      await expect(log.append(stream, [keptEvent!, createSampleEvent()], 'no_stream')).rejects.toThrow(
        WrongExpectedVersion,
      );
      await expect(log.append(stream, [...events, createSampleEvent()], 'no_stream')).rejects.toThrow(
        WrongExpectedVersion,
      );
      expect(getIds(await log.readStream(stream))).toEqual(getIds(events));
    });

    test('accepts the id of the last event as expectation', async () => {
      const stream = createStreamName();
      const [first, second, third] = createSampleEvents(3);
      await log.append(stream, [first!], 'no_stream');
      const expectedEnd = { revision: 0, eventId: first!.id };
      const appendResult = await log.append(stream, [second!], expectedEnd);
      expect(appendResult).toMatchObject({ revision: 1 });
      expect(await log.append(stream, [second!], expectedEnd)).toEqual(appendResult);
      await expect(log.append(stream, [third!], expectedEnd)).rejects.toMatchObject({
        name: 'WrongExpectedVersion',
        expected: expectedEnd,
        actual: 1,
      });
      await expect(log.append(stream, [third!], { ...expectedEnd, revision: 7 })).rejects.toThrow(
        WrongExpectedVersion,
      );
    });

    if (isLastEventCompared)
      test('rejects the id of another event at the right revision', async () => {
        const stream = createStreamName();
        const [first, second] = createSampleEvents(2);
        await log.append(stream, [first!], 'no_stream');
        const wrongEnd = { revision: 0, eventId: createSampleEvent().id };
        const expectedError = {
          name: 'WrongExpectedVersion',
          message: `stream ${stream} has another event at 0`,
        };
        await expect(log.append(stream, [second!], wrongEnd)).rejects.toMatchObject({
          ...expectedError,
          actual: 0,
        });
        await log.append(stream, [second!], { revision: 0, eventId: first!.id });
        await expect(log.append(stream, [second!], wrongEnd)).rejects.toThrow(WrongExpectedVersion);
        expect(await log.readStream(stream)).toHaveLength(2);
      });

    test('accepts the same id in another stream', async () => {
      const event = createSampleEvent();
      const streams = [createStreamName(), createStreamName()];
      for (const stream of streams) await log.append(stream, [event], 'no_stream');
      for (const stream of streams) expect(getIds(await log.readStream(stream))).toEqual([event.id]);
    });

    test('accepts up to 1 MiB at once and rejects more', async () => {
      const stream = createStreamName();
      const createSizedEvent = (bytes: number) => {
        const emptyEvent = createSampleEvent('TextWritten', { text: '' });
        const overhead = JSON.stringify(emptyEvent.data).length + JSON.stringify(emptyEvent.metadata).length;
        return { ...emptyEvent, data: { text: 'x'.repeat(bytes - overhead) } };
      };
      const halfSize = 512 * 1024;
      await expect(
        log.append(stream, [createSizedEvent(halfSize), createSizedEvent(halfSize + 1)], 'no_stream'),
      ).rejects.toThrow(AppendTooLarge);
      expect(await log.readStream(stream)).toEqual([]);
      // EventStoreDB adds a few bytes of its own, so this size stays slightly below the limit.
      const events = [createSizedEvent(halfSize), createSizedEvent(halfSize - 4096)];
      await log.append(stream, events, 'no_stream');
      expect((await log.readStream(stream)).map(({ data }) => data)).toEqual(events.map(({ data }) => data));
    });

    test.each([
      ['a stream without a category', 'plain', createSampleEvents(1)],
      ['a system stream', '$streams-1', createSampleEvents(1)],
      ['an id that is no UUID', 'category-1', [{ ...createSampleEvent(), id: 'one' }]],
      ['no events', 'category-1', []],
    ])('refuses %s', async (_what, stream, events) => {
      await expect(log.append(stream, events, 'no_stream')).rejects.toThrow(RangeError);
    });

    test('accepts exactly one of many writers per revision', async () => {
      const stream = createStreamName();
      const winners = new Map<number, string>();
      let conflictCount = 0;
      async function write(appendCount: number): Promise<void> {
        for (let completedCount = 0; completedCount < appendCount; ) {
          const lastEvent = (await log.readStream(stream, { direction: 'backwards', limit: 1 }))[0];
          const event = createSampleEvent();
          try {
            const { revision } = await log.append(
              stream,
              [event],
              lastEvent ? lastEvent.revision : 'no_stream',
            );
            expect(winners.has(revision)).toBe(false);
            winners.set(revision, event.id);
            completedCount += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(WrongExpectedVersion);
            conflictCount += 1;
          }
        }
      }
      await Promise.all(Array.from({ length: 5 }, () => write(8)));
      const events = await log.readStream(stream);
      expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 40 }, (_, index) => index));
      expect(getIds(events)).toEqual(events.map(({ revision }) => winners.get(revision)));
      expect(conflictCount).toBeGreaterThan(0);
    });
  });
}
