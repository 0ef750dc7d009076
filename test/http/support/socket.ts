import { once } from 'node:events';
import { WebSocket } from 'ws';
import {
  type DeliveredMessage,
  deliveredMessage,
  type ErrorFrame,
  errorFrame,
  typingSignal,
} from '../../../contract/conversations.ts';
import { waitUntil } from '../../support/wait.ts';

/** The client side of the live socket. */
export interface TestSocket {
  readonly socket: WebSocket;
  readonly messages: readonly DeliveredMessage[];
  readonly errors: readonly ErrorFrame[];
  /** Profiles from which typing signals were received. */
  readonly typing: readonly string[];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  readonly send: (frame: unknown) => void;
  /** Resolves with the first message with this content. */
  readonly waitForMessage: (content: string) => Promise<DeliveredMessage>;
  /** Resolves with the n-th error. */
  readonly error: (n?: number) => Promise<ErrorFrame>;
  readonly close: () => void;
}

/**
 * How the token is sent: in the protocols, in the query, or like the web client: in the protocols, with
 * typing signals.
 */
export type TokenTransport = 'protocol' | 'query' | 'typing';

/** Connects; checks every received frame against the contract. */
export function connect(url: string, token: string, tokenWay: TokenTransport = 'protocol'): TestSocket {
  const address = `${url.replace(/^http/, 'ws')}/ws`;
  const socket =
    tokenWay === 'query'
      ? new WebSocket(`${address}?token=${encodeURIComponent(token)}`)
      : new WebSocket(tokenWay === 'typing' ? `${address}?typing=true` : address, ['bearer', token]);
  const messages: DeliveredMessage[] = [];
  const errors: ErrorFrame[] = [];
  const typing: string[] = [];
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(data.toString());
    if (typeof frame === 'object' && frame !== null && 'error' in frame)
      errors.push(errorFrame.strict().parse(frame));
    else if (typeof frame === 'object' && frame !== null && 'typing' in frame)
      typing.push(typingSignal.strict().parse(frame).typing);
    else messages.push(deliveredMessage.strict().parse(frame));
  });
  const closeCode = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  socket.on('error', () => {});
  return {
    socket,
    messages,
    errors,
    typing,
    closed: closeCode,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async waitForMessage(content) {
      await waitUntil(() => messages.some((message) => message.content === content));
      return messages.find((message) => message.content === content) as DeliveredMessage;
    },
    async error(n = 1) {
      await waitUntil(() => errors.length >= n);
      return errors[n - 1] as ErrorFrame;
    },
    close: () => socket.close(),
  };
}

/** Connects, and resolves when the connection is open. */
export async function connectSocket(
  url: string,
  token: string,
  tokenWay?: TokenTransport,
): Promise<TestSocket> {
  const client = connect(url, token, tokenWay);
  await once(client.socket, 'open');
  return client;
}
