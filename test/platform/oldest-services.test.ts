import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { jest } from '@jest/globals';
import pg from 'pg';
import { parseSettings } from '../../adapters/config.ts';
import { openDatabase } from '../../adapters/database.ts';
import { createLogger } from '../../adapters/logger.ts';
import { connectRedis } from '../../adapters/redis.ts';

const logger = createLogger('silent');

/** Starts a fake Redis server. It replies to INFO with `info`, and to all other commands with OK. */
async function startFakeRedis(info: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const command of String(data)
        .split(/^\*\d+\r\n/m)
        .slice(1))
        socket.write(/^info\b/im.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('refuses a Redis that is too old, with its version', async () => {
  const oldRedis = await startFakeRedis('# Server\r\nredis_version:6.2.14\r\nredis_mode:standalone');
  await expect(connectRedis(oldRedis.url, logger)).rejects.toThrow(
    /^The Redis of REDIS_URL is Redis 6\.2\.14\. Kindra needs Redis 7 or newer\.$/,
  );
  oldRedis.server.close();
});

test.each(['redis_version:7.0.15', 'redis_version:8.2.1', 'nothing:told'])(
  'accepts a Redis that reports %s',
  async (version) => {
    const { server, url } = await startFakeRedis(`# Server\r\n${version}`);
    const redis = await connectRedis(url, logger);
    redis.disconnect();
    server.close();
  },
);

test('refuses a PostgreSQL that is too old, with its version', async () => {
  const spies = [
    jest.spyOn(pg.Client.prototype, 'connect').mockImplementation(async () => {}),
    jest.spyOn(pg.Client.prototype, 'query').mockImplementation(async () => ({ rows: [{ version: 14 }] })),
    jest.spyOn(pg.Client.prototype, 'end').mockImplementation(async () => {}),
  ];
  const settings = parseSettings({
    DATABASE_URL: 'postgres://kindra@127.0.0.1:1/kindra',
    TOKEN_SECRET: 'a secret of thirty-two characters or more',
  });
  const connection = openDatabase(settings, { role: 'system', canAttach: true });
  await expect(connection).rejects.toThrow(
    /^The database of DATABASE_URL is PostgreSQL 14\. Kindra needs PostgreSQL 15 or newer\.$/,
  );
  for (const spy of spies) spy.mockRestore();
});
