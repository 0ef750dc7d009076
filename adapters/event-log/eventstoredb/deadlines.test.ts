import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { AppendOutcomeUnknown, type EventLog, EventLogUnavailable } from '../../../domain/ports/event-log.ts';
import { createEventStoreLog } from './index.ts';

const event = {
  id: '01980000-0000-7000-8000-000000000003',
  type: 'PostLiked',
  data: {},
  metadata: {
    correlationId: '01980000-0000-7000-8000-000000000001',
    causationId: '01980000-0000-7000-8000-000000000002',
    actor: { kind: 'system', id: 'test' },
    occurredAt: '2026-11-21T09:30:00.000Z',
    version: 1,
  },
} as const;

const createLog = (port: number): EventLog =>
  createEventStoreLog({ connectionString: `esdb://127.0.0.1:${port}?tls=false`, deadlineMs: 300 });

async function expectQuickClose(log: EventLog): Promise<void> {
  const failures: unknown[] = [];
  const subscription = log.subscribeToAll({
    after: 0,
    onEvents: async () => {},
    onFailure: (error) => failures.push(error),
  });
  await new Promise(setImmediate);
  await subscription.close();
  await log.close();
  expect(failures).toEqual([]);
}

describe('without a server', () => {
  test('reports that nothing was written when the port is closed', async () => {
    const log = createLog(1);
    await expect(log.append('like-1_2', [event], 'no_stream')).rejects.toThrow(EventLogUnavailable);
    await expect(log.readStream('like-1_2')).rejects.toThrow(EventLogUnavailable);
    await expect(log.readAll()).rejects.toThrow(EventLogUnavailable);
    await expect(log.head()).rejects.toThrow(EventLogUnavailable);
    await expectQuickClose(log);
  });

  describe('a port that accepts and stays silent', () => {
    let server: Server;
    const sockets: Socket[] = [];
    beforeAll(async () => {
      server = createServer((socket) => {
        sockets.push(socket.on('error', () => {}));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });

    test('ends every call at its deadline', async () => {
      const log = createLog((server.address() as AddressInfo).port);
      await expect(log.append('like-1_2', [event], 'no_stream')).rejects.toThrow(AppendOutcomeUnknown);
      await expect(log.readStream('like-1_2')).rejects.toThrow(EventLogUnavailable);
      await expect(log.readAll()).rejects.toThrow(EventLogUnavailable);
      await expect(log.head()).rejects.toThrow(EventLogUnavailable);
      await expectQuickClose(log);
    }, 10_000);
  });
});
