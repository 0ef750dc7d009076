import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Maximum number of sockets that are opened concurrently. */
const MAX_CONCURRENT_OPENS = 100;

/** Opens one socket per token. The token is sent as a WebSocket subprotocol. */
export async function openSockets(port: number, tokens: readonly string[]): Promise<readonly WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let offset = 0; offset < tokens.length; offset += MAX_CONCURRENT_OPENS) {
    const batch = tokens
      .slice(offset, offset + MAX_CONCURRENT_OPENS)
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

/** Ids and sockets of two accounts that write to each other. */
export interface Pair {
  readonly ids: readonly [string, string];
  readonly sockets: readonly [WebSocket, WebSocket];
}

/** Measured delivery of the messages of one load. */
export interface DeliveryResult {
  /** Time from when each message was due until it arrived at the receiver, in milliseconds. */
  readonly durations: readonly number[];
  /** Delivered messages per second, from the due time of the first message to the last arrival. */
  readonly perSecond: number;
}

const MESSAGE_PATTERN = /"content":"Message (\d+) of (\d+):/;
/** Maximum time to wait for the last messages, in milliseconds. */
const DELIVERY_TIMEOUT_MS = 10_000;
let loadCount = 0;

/**
 * Sends messages at a steady rate, without waiting for earlier messages. Pairs and the two accounts in a pair take
 * turns.
 * @throws Error if the server returns an error, or if a message does not arrive at both accounts
 */
export async function sendAtSteadyRate(
  pairs: readonly Pair[],
  perSecond: number,
  seconds: number,
): Promise<DeliveryResult> {
  loadCount += 1;
  const loadNumber = loadCount;
  const total = perSecond * seconds;
  const durations: number[] = [];
  let answerCount = 0;
  let problem: string | undefined;
  const startedAt = performance.now();
  const getDueTime = (n: number): number => startedAt + (n / perSecond) * 1_000;
  const getReceiver = (n: number): 0 | 1 => (Math.floor(n / pairs.length) % 2 === 0 ? 1 : 0);

  function handleArrival(data: string, side: 0 | 1): void {
    const match = MESSAGE_PATTERN.exec(data);
    if (!match) problem ??= data;
    else if (Number(match[2]) === loadNumber) {
      const n = Number(match[1]);
      if (getReceiver(n) === side) durations.push(performance.now() - getDueTime(n));
      else answerCount += 1;
    }
  }

  for (const { sockets } of pairs)
    for (const side of [0, 1] as const) {
      sockets[side].removeAllListeners('message');
      sockets[side].on('message', (data) => handleArrival(data.toString(), side));
    }
  for (let n = 0; n < total && !problem; ) {
    const dueCount = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond));
    for (; n < dueCount; n += 1) {
      const { ids, sockets } = pairs[n % pairs.length] as Pair;
      const side = getReceiver(n);
      const content = `Message ${n} of ${loadNumber}: is the dog still looking for somebody who walks?`;
      sockets[side === 0 ? 1 : 0].send(
        JSON.stringify({ receiverId: ids[side], content, clientId: `${loadNumber}-${n}` }),
      );
    }
    await delay(1);
  }
  const deadline = performance.now() + DELIVERY_TIMEOUT_MS;
  while (!problem && durations.length + answerCount < 2 * total && performance.now() < deadline)
    await delay(5);
  const lastArrivalAt = performance.now();
  if (problem || durations.length + answerCount < 2 * total)
    throw new Error(
      problem ?? `${durations.length} messages of ${total} arrived, ${answerCount} were answered`,
    );
  return { durations, perSecond: total / ((lastArrivalAt - startedAt) / 1_000) };
}
