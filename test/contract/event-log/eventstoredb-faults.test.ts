import { createEventStoreLog } from '../../../adapters/event-log/eventstoredb/index.ts';
import { createHandler, type Handler } from '../../../domain/handle.ts';
import { type EventLog, StreamDeleted, UnknownPosition } from '../../../domain/ports/event-log.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { waitUntil } from '../../support/wait.ts';
import {
  collectEvents,
  createSampleEvent,
  createSampleEvents,
  createStreamNames,
  getIds,
} from './sample-events.ts';
import { type StandInOptions, type StandInServer, startStandInServer } from './stand-in/server.ts';

const createStreamName = createStreamNames();
const acceptAllEvents = (): boolean => true;
const openLogs: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const closeable of openLogs.splice(0).reverse()) await closeable.close();
});

async function startServer(options: StandInOptions): Promise<StandInServer> {
  const server = await startStandInServer(options);
  openLogs.push(server);
  return server;
}

/** Opens a log that connects to all nodes of a cluster. The client finds the leader by gossip. */
function openLog({ ports }: StandInServer, onDropped?: (reason: Error) => void): EventLog {
  const nodes = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const log = createEventStoreLog({
    connectionString: `esdb://${nodes}?tls=false`,
    ...(onDropped && { onDropped }),
  });
  openLogs.push(log);
  return log;
}

let commandCount = 0;
function createContext() {
  commandCount += 1;
  return {
    commandId: `01980000-0000-7000-8000-${commandCount.toString().padStart(12, '0')}`,
    correlationId: '01980000-0000-7000-9000-000000000000',
    actor: { kind: 'account', id: 'donor' } as const,
    occurredAt: '2026-11-21T09:30:00.000Z',
  };
}

const accountId = '01980000-0000-7000-a000-000000000001';

const buy = (handler: Handler, amount: number) =>
  handler.handle(
    walletDecider,
    accountId,
    {
      type: 'PurchaseCoins',
      accountId,
      purchaseId: '01980000-0000-7000-a000-000000000002',
      paymentId: 'pi_1',
      amount: amount as never,
      source: 'webhook' as never,
    },
    createContext(),
  );

const donate = (handler: Handler, number: number, amount: number) =>
  handler.handle(
    walletDecider,
    accountId,
    {
      type: 'DonateCoins',
      accountId,
      donationId: `01980000-0000-7000-b000-${number.toString().padStart(12, '0')}`,
      amount,
      target: {
        crowdfundingId: '01980000-0000-7000-a000-000000000003',
        creatorId: '01980000-0000-7000-a000-000000000004',
        acceptsDonations: true,
      },
    },
    createContext(),
  );

describe('on a cluster, whose events are readable once a majority has stored them', () => {
  test('100 simultaneous donations from one wallet through two processes are all decided', async () => {
    // Much longer than a read, as on a real cluster: replication takes 4 to 8 ms there, a read 0.5 ms.
    const server = await startServer({ nodes: 3, replicationMs: 150 });
    const handlers = [createHandler({ log: openLog(server) }), createHandler({ log: openLog(server) })];
    await buy(handlers[0] as Handler, 100);

    const results = await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        // Requests arrive one after another, so that they cannot all share one append.
        await new Promise((resolve) => setTimeout(resolve, number * 3));
        return donate(handlers[number % 2] as Handler, number, 2);
      }),
    );

    expect(results.filter(({ accepted }) => accepted)).toHaveLength(50);
    const wallet = await createHandler({ log: openLog(server) }).load(walletDecider, accountId);
    expect(wallet.state.balance).toBe(0);
    expect(wallet.revision).toBe(50);
  });
});

describe('the leader', () => {
  test('serves every call, even if the address names followers first', async () => {
    const server = await startServer({ nodes: 3 });
    server.elect(2);
    const follower = createEventStoreLog({ connectionString: `esdb://127.0.0.1:${server.port}?tls=false` });
    openLogs.push(follower);
    const stream = createStreamName();

    await follower.append(stream, createSampleEvents(2), 'no_stream');
    expect(await follower.readStream(stream)).toHaveLength(2);
    expect(await follower.head()).toBeGreaterThan(0);
    const collector = collectEvents(follower, 0, acceptAllEvents);
    await waitUntil(() => collector.events.length === 2);
    await collector.subscription.close();

    expect(server.servedOperations[0]).toEqual([]);
    expect(server.servedOperations[2]).toEqual(expect.arrayContaining(['append', 'read', 'subscription']));
  });

  test('is found after an election, and nothing is read from nodes that are behind', async () => {
    const server = await startServer({ nodes: 3 });
    const log = openLog(server);
    const stream = createStreamName();
    const [first, second] = createSampleEvents(2);
    await log.append(stream, [first!], 'no_stream');
    server.holdFollowers(true);

    for (const [lastRevision, leader] of [1, 2, 0].entries()) {
      server.elect(leader);
      const { revision } = await log.append(stream, [createSampleEvent()], lastRevision);
      expect(await log.readStream(stream)).toHaveLength(revision + 1);
      expect(server.servedOperations[leader]?.at(-1)).toBe('read');
    }
    expect(await log.append(stream, [second!], 3)).toMatchObject({ revision: 4 });
  });

  test('is found by subscriptions too, which lose and repeat nothing', async () => {
    const server = await startServer({ nodes: 2 });
    const failures: Error[] = [];
    const log = openLog(server, (reason) => failures.push(reason));
    const stream = createStreamName();
    const events = createSampleEvents(3);
    await log.append(stream, [events[0]!], 'no_stream');
    const collector = collectEvents(log, 0, acceptAllEvents);
    await waitUntil(() => collector.events.length === 1);

    server.holdFollowers(true);
    server.elect(1);
    const writer = openLog(server);
    await writer.append(stream, events.slice(1), 0);

    await waitUntil(() => collector.events.length === 3);
    await collector.subscription.close();
    expect(getIds(collector.events)).toEqual(getIds(events));
    expect(collector.failures).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
  });

  test('is required: during an election, nothing is written, and calls fail with that reason', async () => {
    const server = await startServer({ nodes: 2 });
    const log = openLog(server);
    const stream = createStreamName();
    server.elect(null);

    await expect(log.append(stream, createSampleEvents(1), 'no_stream')).rejects.toThrow(
      'the event log cannot be reached',
    );
    await expect(log.readStream(stream)).rejects.toThrow('the event log cannot be reached');

    server.elect(1);
    expect(await log.append(stream, createSampleEvents(1), 'no_stream')).toMatchObject({ revision: 0 });
  });
});

describe('positions', () => {
  test('without an event are rejected with a reason other than an unreachable log', async () => {
    const log = openLog(await startServer({}));
    const { position } = await log.append(createStreamName(), createSampleEvents(2), 'no_stream');
    await log.append(createStreamName(), createSampleEvents(1), 'no_stream');

    await expect(log.readAll({ after: position + 1 })).rejects.toThrow(UnknownPosition);
    await expect(log.readAll({ from: position - 1 })).rejects.toThrow(
      `position ${position - 1} is not the position of an event in the log`,
    );
    expect((await log.readAll({ from: position })).map((event) => event.position)[0]).toBe(position);
  });
});

test('a subscription reports once why the server dropped it', async () => {
  const server = await startServer({});
  const log = openLog(server);
  await log.append(createStreamName(), createSampleEvents(1), 'no_stream');
  const failures: string[] = [];
  const collector = collectEvents(log, 0, acceptAllEvents, {
    onDropped: ({ message }) => failures.push(message),
  });
  await waitUntil(() => collector.events.length > 0);

  await server.close();
  await waitUntil(() => failures.length > 0);
  await expect(log.head()).rejects.toThrow('the event log cannot be reached');
  await collector.subscription.close();

  expect(failures).toEqual([expect.stringMatching(/UNAVAILABLE|CANCELLED|another node/)]);
});

describe('deleted streams', () => {
  test.each(['soft', 'tombstone'] as const)('are distinguished from missing ones (%s)', async (loss) => {
    const server = await startServer({});
    const log = openLog(server);
    const stream = createStreamName();
    await log.append(stream, createSampleEvents(2), 'no_stream');

    server.deleteStream(stream, loss);

    await expect(log.readStream(stream)).rejects.toThrow(StreamDeleted);
    expect(await log.readStream(createStreamName())).toEqual([]);
  });

  test('with a tombstone reject appends with that reason', async () => {
    const server = await startServer({});
    const log = openLog(server);
    const stream = createStreamName();
    await log.append(stream, createSampleEvents(1), 'no_stream');
    server.deleteStream(stream, 'tombstone');

    await expect(log.append(stream, createSampleEvents(1), 0)).rejects.toThrow(
      `stream ${stream} was deleted from the event log`,
    );
  });
});
