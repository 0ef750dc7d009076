/**
 * Server that sets the limit for the messages benchmark, in a separate process. It uses `ws`, forwards each frame to
 * both accounts, and stores nothing.
 */
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveBenchmark } from './server-side.ts';

const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const socketsByAccount = new Map<string, WebSocket>();

sockets.on('connection', (socket, { headers }) => {
  const profileId = headers['sec-websocket-protocol']?.split(',')[1]?.trim() ?? '';
  socketsByAccount.set(profileId, socket);
  socket.on('message', (data) => {
    const { receiverId, content } = JSON.parse(data.toString()) as Record<string, string>;
    const text = JSON.stringify({ content, profileId, timestamp: new Date().toISOString() });
    socketsByAccount.get(receiverId ?? '')?.send(text);
    socket.send(text);
  });
});
sockets.once('listening', () =>
  serveBenchmark((sockets.address() as AddressInfo).port, async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  }),
);
