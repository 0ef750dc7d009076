import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { collectCalls } from './timing.ts';

test('calls are collected from all promises that are settled, but not from further input', async () => {
  const calls: string[] = [];
  const server = createServer((socket) => socket.end('input')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.once('data', () => calls.push('input'));
  const chain = async (): Promise<void> => {
    for (let n = 0; n < 100; n += 1) await null;
    calls.push('promise');
  };
  await null;
  const collected = collectCalls().then(() => [...calls]);
  void chain();
  expect(await collected).toEqual(['promise']);
  await once(socket, 'close');
  expect(calls).toEqual(['promise', 'input']);
  server.close();
});
