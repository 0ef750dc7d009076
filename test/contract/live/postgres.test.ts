import pg from 'pg';
import { withListenerDetection } from '../../../adapters/fan-out/listener-detection.ts';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { waitUntil } from '../../support/wait.ts';
import { testFanOut } from './contract.ts';

let database: TestDatabase;
const unreachablePool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' });

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await unreachablePool.end();
  await database.drop();
});

const cutConnections = async (): Promise<void> => {
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
  );
};

async function countConnections(): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()",
  );
  return rows.length;
}

describe('fan-out by PostgreSQL', () => {
  testFanOut(() => ({
    open: () => withListenerDetection(createPostgresFanOut(database.pool)),
    openUnreachable: () => withListenerDetection(createPostgresFanOut(unreachablePool)),
    cutConnections,
    database,
  }));

  test('a message is sent by a statement when its transaction commits, but not when it is rolled back', async () => {
    const fanOut = createPostgresFanOut(database.pool);
    const receivedMessages: string[] = [];
    let isListening = false;
    const listener = fanOut.subscribe('committed', {
      onMessage: (message) => receivedMessages.push(message),
      onSubscribed: () => {
        isListening = true;
      },
    });
    await waitUntil(() => isListening);
    const client = await database.pool.connect();
    for (const [message, end] of [
      ['lost', 'ROLLBACK'],
      ['sent', 'COMMIT'],
    ] as const) {
      await client.query('BEGIN');
      await client.query({ ...fanOut.createStatement?.('committed', message) } as pg.QueryConfig);
      await client.query(end);
    }
    client.release();
    await waitUntil(() => receivedMessages.length > 0);
    expect(receivedMessages).toEqual(['sent']);
    await listener.close();
  });

  test('messages of any topic arrive on one connection, also after a reconnect', async () => {
    const fanOut = createPostgresFanOut(database.pool);
    const receivedMessages: string[] = [];
    let subscribedCount = 0;
    const subscribe = (topic: string) =>
      fanOut.subscribe(topic, {
        onMessage: (message) => receivedMessages.push(message),
        onSubscribed: () => {
          subscribedCount += 1;
        },
      });
    const publishToBoth = async () => {
      for (const topic of ['first', 'second']) await fanOut.publish(topic, `to ${topic}`);
    };
    const firstSubscription = subscribe('first');
    await waitUntil(() => subscribedCount === 1);
    const secondSubscription = subscribe('second');
    await waitUntil(() => subscribedCount === 2);
    expect(await countConnections()).toBe(1);
    await publishToBoth();
    await waitUntil(() => receivedMessages.length === 2);

    await cutConnections();
    await waitUntil(() => subscribedCount === 4);
    expect(await countConnections()).toBe(1);
    await publishToBoth();
    await waitUntil(() => receivedMessages.length === 4);
    expect(receivedMessages).toEqual(['to first', 'to second', 'to first', 'to second']);

    await firstSubscription.close();
    expect(await countConnections()).toBe(1);
    await secondSubscription.close();
    await waitUntil(async () => (await countConnections()) === 0);
  });
});
