import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { FanOut, FanOutHandlers } from '../../../domain/ports/fan-out.ts';
import type { TestDatabase } from '../../support/database.ts';
import { waitUntil } from '../../support/wait.ts';
import { createSampleEvent } from '../event-log/sample-events.ts';

/** A fan-out implementation under test. */
export interface FanOutSubject {
  /** Opens a fan-out with its own connections, as in a separate process. */
  readonly open: () => FanOut;
  /** Opens a fan-out whose server is unreachable. */
  readonly openUnreachable: () => FanOut;
  /** Cuts all listener connections. */
  readonly cutConnections: () => Promise<void>;
  readonly database: TestDatabase;
}

/** Poll interval in milliseconds. It is much longer than a test, so polling finds nothing. */
const LONG_POLL_INTERVAL_MS = 3_600_000;

interface RecordingListener {
  readonly messages: readonly string[];
  readonly countListeners: () => number;
  readonly close: () => Promise<void>;
}

/** Defines the tests that every fan-out between processes must pass. */
export function testFanOut(subject: () => FanOutSubject): void {
  const closeFunctions: (() => Promise<void>)[] = [];
  let topicCount = 0;
  let topic: string;

  beforeEach(() => {
    topicCount += 1;
    topic = `topic_${topicCount}`;
  });
  afterEach(async () => {
    for (const close of closeFunctions.splice(0)) await close();
  });

  /** Subscribes to a topic and records its messages. Resolves when the subscription is established. */
  async function listen(fanOut: FanOut, topicName = topic): Promise<RecordingListener> {
    const messages: string[] = [];
    let subscriptionCount = 0;
    const handlers: FanOutHandlers = {
      onMessage: (message) => void messages.push(message),
      onSubscribed: () => {
        subscriptionCount += 1;
      },
    };
    const listener = fanOut.subscribe(topicName, handlers);
    closeFunctions.push(listener.close);
    await waitUntil(() => subscriptionCount > 0);
    return { messages, countListeners: () => subscriptionCount, close: listener.close };
  }

  test('a message is delivered in order only to listeners of its topic, including its own process', async () => {
    const [one, other] = [subject().open(), subject().open()];
    const listeners = [await listen(one), await listen(other), await listen(other)];
    const otherTopicListener = await listen(other, `${topic}_more`);
    const messages = Array.from({ length: 50 }, (_, n) => `{"n":${n},"text":"¿Sí? ${'x'.repeat(1_000)}"}`);
    for (const message of messages) await one.publish(topic, message);
    await waitUntil(() => listeners.every((listener) => listener.messages.length === 50));
    for (const listener of listeners) expect(listener.messages).toEqual(messages);
    await one.publish(`${topic}_more`, 'end');
    await waitUntil(() => otherTopicListener.messages.length > 0);
    expect(otherTopicListener.messages).toEqual(['end']);
  });

  test('messages are delivered again after a reconnect, and the listener learns that it missed some', async () => {
    const fanOut = subject().open();
    const listener = await listen(fanOut);
    await subject().cutConnections();
    await waitUntil(() => listener.countListeners() >= 2);
    await fanOut.publish(topic, 'after');
    await waitUntil(() => listener.messages.length > 0);
    expect(listener.messages).toEqual(['after']);
  });

  test('a message is not delivered after closing', async () => {
    const fanOut = subject().open();
    const [closedListener, openListener] = [await listen(fanOut), await listen(fanOut)];
    await closedListener.close();
    await fanOut.publish(topic, 'late');
    await waitUntil(() => openListener.messages.length > 0);
    expect(closedListener.messages).toEqual([]);
  });

  test('a message is lost without further effect while the server is unreachable', async () => {
    const fanOut = subject().openUnreachable();
    const listener = fanOut.subscribe(topic, { onMessage: () => {} });
    await fanOut.publish(topic, 'lost');
    await listener.close();
  });

  describe('a message about a new event in the log', () => {
    const createLogs = (pollIntervalMs: number) => {
      const createLog = (fanOut: FanOut) =>
        createPostgresEventLog({ pool: subject().database.pool, fanOut, pollIntervalMs });
      const logs = [createLog(subject().open()), createLog(subject().open())] as const;
      closeFunctions.push(logs[0].close, logs[1].close);
      return logs;
    };
    /** Appends an event and waits until the reader has received it. Returns the list of the later events. */
    const followLog = async ([writer, reader]: ReturnType<typeof createLogs>): Promise<
      readonly RecordedEvent[]
    > => {
      const events: RecordedEvent[] = [];
      const after = await reader.head();
      await writer.append(`test-${topicCount}first`, [createSampleEvent()], 'no_stream');
      reader.subscribeToAll({ after, onEvents: async (batch) => void events.push(...batch) });
      await waitUntil(() => events.length === 1);
      events.length = 0;
      return events;
    };

    test('wakes subscriptions of other processes', async () => {
      const logs = createLogs(LONG_POLL_INTERVAL_MS);
      const [writer] = logs;
      const events = await followLog(logs);
      // The first announcement may arrive before the reader listens; each later one includes the earlier
      // ones.
      for (let n = 0; events.length === 0; n += 1) {
        await writer.append(`test-${topicCount}${n}`, [createSampleEvent()], 'no_stream');
        await waitUntil(() => events.length > 0, 1_000).catch(() => {});
      }
      const eventCount = events.length;
      await writer.append(`test-${topicCount}last`, [createSampleEvent()], 'no_stream');
      await waitUntil(() => events.length > eventCount);
    });

    test('can be lost without losing an event', async () => {
      const logs = createLogs(50);
      const [writer] = logs;
      const events = await followLog(logs);
      for (let n = 0; n < 20; n += 1) {
        if (n % 5 === 0) await subject().cutConnections();
        await writer.append(`test-${topicCount}cut${n}`, [createSampleEvent()], 'no_stream');
      }
      await waitUntil(() => events.length === 20);
      expect(events.map(({ stream }) => stream)).toEqual(
        Array.from({ length: 20 }, (_, n) => `test-${topicCount}cut${n}`),
      );
    });
  });
}
