import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Maximum number of connections that are opened concurrently. */
const AT_ONCE = 100;

/** Opens a socket for each token, which is sent in the protocols. */
export async function openSockets(port: number, tokens: readonly string[]): Promise<readonly WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    const batch = tokens
      .slice(from, from + AT_ONCE)
      .map(
        (token) =>
          new WebSocket(`ws://127.0.0.1:${port}/ws`, ['bearer', token], { perMessageDeflate: false }),
      );
    await Promise.all(batch.map((socket) => once(socket, 'open')));
    sockets.push(...batch);
  }
  return sockets;
}

export async function closeSockets(sockets: readonly WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map((socket) => {
      const closeEvent = once(socket, 'close');
      socket.terminate();
      return closeEvent;
    }),
  );
}

/** Two accounts that write to each other, and their sockets. */
export interface Pair {
  readonly ids: readonly [string, string];
  readonly sockets: readonly [WebSocket, WebSocket];
}

/** Result of a load of messages. */
export interface Delivered {
  /** Durations from when each message was due until it arrived at the receiver, in milliseconds. */
  readonly times: readonly number[];
  /** Messages per second, from the first due one to the last arrival. */
  readonly perSecond: number;
}

const MESSAGE = /"content":"Message (\d+) of (\d+):/;
/** Maximum wait for the last messages, in ms. */
const LAST_MS = 10_000;
let loads = 0;

/**
 * Sends messages at a steady rate, without waiting for earlier ones; pairs and members take turns.
 * @throws Error when an error is returned, or a message does not arrive at both members
 */
export async function sendSteadily(
  pairs: readonly Pair[],
  perSecond: number,
  seconds: number,
): Promise<Delivered> {
  loads += 1;
  const load = loads;
  const total = perSecond * seconds;
  const times: number[] = [];
  let answered = 0;
  let problem: string | undefined;
  const started = performance.now();
  const getDueTime = (n: number): number => started + (n / perSecond) * 1_000;
  const getReceiver = (n: number): 0 | 1 => (Math.floor(n / pairs.length) % 2 === 0 ? 1 : 0);

  function handleArrival(data: string, side: 0 | 1): void {
    const match = MESSAGE.exec(data);
    if (!match) problem ??= data;
    else if (Number(match[2]) === load) {
      const n = Number(match[1]);
      if (getReceiver(n) === side) times.push(performance.now() - getDueTime(n));
      else answered += 1;
    }
  }

  for (const { sockets } of pairs)
    for (const side of [0, 1] as const) {
      sockets[side].removeAllListeners('message');
      sockets[side].on('message', (data) => handleArrival(data.toString(), side));
    }
  for (let n = 0; n < total && !problem; ) {
    const due = Math.min(total, Math.ceil(((performance.now() - started) / 1_000) * perSecond));
    for (; n < due; n += 1) {
      const { ids, sockets } = pairs[n % pairs.length] as Pair;
      const side = getReceiver(n);
      const content = `Message ${n} of ${load}: is the dog still looking for somebody who walks?`;
      sockets[side === 0 ? 1 : 0].send(
        JSON.stringify({ receiverId: ids[side], content, clientId: `${load}-${n}` }),
      );
    }
    await delay(1);
  }
  const until = performance.now() + LAST_MS;
  while (!problem && times.length + answered < 2 * total && performance.now() < until) await delay(5);
  const lastAt = performance.now();
  if (problem || times.length + answered < 2 * total)
    throw new Error(problem ?? `${times.length} messages of ${total} arrived, ${answered} were answered`);
  return { times, perSecond: total / ((lastAt - started) / 1_000) };
}
