import { type EventLog, WrongExpectedVersion } from '../../../domain/ports/event-log.ts';
import { waitUntil } from '../../support/wait.ts';
import type { ContractContext } from './contract-context.ts';
import { collectEvents, createSampleEvent, createSampleEvents, getIds } from './sample-events.ts';

/**
 * Defines the subscription tests for an event log.
 * @param canLoseEvents whether the test can remove events from the log
 */
export function testSubscriptions(context: ContractContext, canLoseEvents: boolean): void {
  const { createStreamName, isOwnEvent } = context;
  let log: EventLog;
  beforeAll(() => {
    log = context.getSubject().log;
  });

  describe('subscribeToAll', () => {
    test('delivers the events after the position, then new ones, each once', async () => {
      const start = await log.head();
      const stream = createStreamName();
      const events = createSampleEvents(60);
      await log.append(stream, events.slice(0, 20), 'no_stream');
      const [, second] = await log.readAll({ after: start });
      const collector = collectEvents(log, second!.position, isOwnEvent, { batchSize: 7 });
      await log.append(stream, events.slice(20, 40), 19);
      await waitUntil(() => collector.events.length === 38);
      for (let revision = 40; revision < 60; revision += 1) {
        await log.append(stream, [events[revision]!], revision - 1);
      }
      await waitUntil(() => collector.events.length >= 58);
      await collector.subscription.close();
      expect(getIds(collector.events)).toEqual(getIds(events.slice(2)));
      expect(collector.events).toEqual(await log.readStream(stream, { from: 2 }));
      expect(collector.failures).toEqual([]);
    });

    test('delivers to every subscriber in the order of readAll', async () => {
      const start = await log.head();
      const earlyCollector = collectEvents(log, start, isOwnEvent, { batchSize: 3 });
      const streams = Array.from({ length: 10 }, createStreamName);
      const write = async (stream: string) => {
        for (let revision = -1; revision < 20; revision += 1) {
          await log.append(stream, [createSampleEvent()], revision < 0 ? 'no_stream' : revision);
        }
      };
      const writes = Promise.all(streams.map(write));
      const lateCollector = collectEvents(log, start, isOwnEvent);
      await writes;
      await waitUntil(() => earlyCollector.events.length >= 210 && lateCollector.events.length >= 210);
      await Promise.all([earlyCollector.subscription.close(), lateCollector.subscription.close()]);
      expect(earlyCollector.events).toEqual(lateCollector.events);
      expect(earlyCollector.events).toEqual((await log.readAll({ after: start })).filter(isOwnEvent));
      const positions = earlyCollector.events.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      for (const stream of streams) {
        const revisions = earlyCollector.events
          .filter((event) => event.stream === stream)
          .map(({ revision }) => revision);
        expect(revisions).toEqual(Array.from({ length: 21 }, (_, index) => index));
      }
    });

    test('delivers one batch at a time, none larger than requested', async () => {
      const start = await log.head();
      await log.append(createStreamName(), createSampleEvents(25), 'no_stream');
      let runningCount = 0;
      const sizes: number[] = [];
      const { subscription } = collectEvents(log, start, isOwnEvent, {
        batchSize: 10,
        onEvents: async (batch) => {
          runningCount += 1;
          expect(runningCount).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 5));
          sizes.push(batch.length);
          runningCount -= 1;
        },
      });
      await waitUntil(() => sizes.reduce((sum, size) => sum + size, 0) === 25);
      await subscription.close();
      expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
    });

    test('ends and reports the error when its handler fails', async () => {
      const start = await log.head();
      const stream = createStreamName();
      await log.append(stream, createSampleEvents(3), 'no_stream');
      let calls = 0;
      const collector = collectEvents(log, start, isOwnEvent, {
        batchSize: 1,
        onEvents: async () => {
          calls += 1;
          if (calls === 2) throw new Error('poison');
        },
      });
      await waitUntil(() => collector.failures.length > 0);
      await log.append(stream, createSampleEvents(1), 2);
      await collector.subscription.close();
      expect(collector.failures).toEqual([new Error('poison')]);
      expect(calls).toBe(2);
    });

    test('delivers nothing after it is closed', async () => {
      const start = await log.head();
      const collector = collectEvents(log, start, isOwnEvent);
      const stream = createStreamName();
      await log.append(stream, createSampleEvents(1), 'no_stream');
      await waitUntil(() => collector.events.length === 1);
      await collector.subscription.close();
      const laterCollector = collectEvents(log, start, isOwnEvent);
      await log.append(stream, createSampleEvents(1), 0);
      await waitUntil(() => laterCollector.events.length === 2);
      await laterCollector.subscription.close();
      expect(collector.events).toHaveLength(1);
    });

    test('resumes after its connections are cut, without loss or repetition', async () => {
      const collector = collectEvents(log, await log.head(), isOwnEvent, { batchSize: 5 });
      const stream = createStreamName();
      const events = createSampleEvents(40);
      for (const [index, event] of events.entries()) {
        if (index % 8 === 3) await context.getSubject().cutConnections?.();
        await appendUntilStored(stream, event, index === 0 ? 'no_stream' : index - 1);
      }
      await waitUntil(() => collector.events.length >= 40);
      await context.getSubject().cutConnections?.();
      const lastEvent = createSampleEvent();
      await appendUntilStored(stream, lastEvent, 39);
      await waitUntil(() => collector.events.length >= 41);
      await collector.subscription.close();
      expect(getIds(collector.events)).toEqual([...getIds(events), lastEvent.id]);
      expect(collector.failures).toEqual([]);
    });
  });

  if (canLoseEvents)
    describe('when the log loses its newest events', () => {
      /**
       * Removes events that a subscription has already received, then appends `eventCount` others. Resolves when the
       * subscription has detected the loss.
       */
      async function truncateUnderSubscription(stream: string, eventCount: number) {
        const changes: number[] = [];
        const { position: keptPosition } = await log.append(stream, createSampleEvents(2), 'no_stream');
        const collector = collectEvents(log, keptPosition, isOwnEvent, {
          onHistoryChanged: (head) => changes.push(head),
        });
        await log.append(stream, createSampleEvents(3), 1);
        await waitUntil(() => collector.events.length === 3);
        await context.getSubject().truncate?.(keptPosition);
        for (const event of createSampleEvents(eventCount))
          await appendUntilStored(createStreamName(), event, 'no_stream');
        await waitUntil(() => changes.length > 0);
        return { collector, changes, keptPosition };
      }

      test.each([
        ['nothing was written since', 0],
        ['other events are at their positions', 3],
        ['more was written since', 5],
      ])('subscriptions report it and continue after the new end: %s', async (_what, eventCount) => {
        const stream = createStreamName();
        const { collector, changes } = await truncateUnderSubscription(stream, eventCount);
        const event = createSampleEvent();
        await appendUntilStored(stream, event, 1);
        await waitUntil(() => collector.events.at(-1)?.id === event.id);
        await collector.subscription.close();
        expect(collector.failures).toEqual([]);
        expect(changes).toHaveLength(1);
      });

      test('a subscription that starts at a lost position reports it', async () => {
        const stream = createStreamName();
        const { position: keptPosition } = await log.append(stream, createSampleEvents(1), 'no_stream');
        const { position: lost } = await log.append(stream, createSampleEvents(2), 0);
        await context.getSubject().truncate?.(keptPosition);
        await waitUntil(() =>
          log
            .head()
            .then((head) => head === keptPosition)
            .catch(() => false),
        );
        const changes: number[] = [];
        const { subscription } = collectEvents(log, lost, isOwnEvent, {
          onHistoryChanged: (head) => changes.push(head),
        });
        await waitUntil(() => changes.length > 0);
        await subscription.close();
        expect(changes).toEqual([keptPosition]);
      });
    });

  /** Repeats an append until it succeeds. This is safe, because the events have the same ids. */
  async function appendUntilStored(
    stream: string,
    event: ReturnType<typeof createSampleEvent>,
    expected: number | 'no_stream',
  ) {
    const deadline = Date.now() + 10_000;
    for (;;) {
      try {
        return await log.append(stream, [event], expected);
      } catch (error) {
        if (error instanceof WrongExpectedVersion || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }
}
