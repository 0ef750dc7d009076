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

/** A live socket client that records the received frames. */
export interface TestSocket {
  readonly socket: WebSocket;
  readonly messages: readonly DeliveredMessage[];
  readonly errors: readonly ErrorFrame[];
  /** Profile ids in the received typing signals. */
  readonly typing: readonly string[];
  /** Resolves with the close code when the connection is closed. */
  readonly closed: Promise<number>;
  readonly send: (frame: unknown) => void;
  /** Resolves with the first message that has exactly this content. */
  readonly waitForMessage: (content: string) => Promise<DeliveredMessage>;
  /** Resolves with the n-th error frame. Default: the first. */
  readonly waitForError: (n?: number) => Promise<ErrorFrame>;
  readonly close: () => void;
}

/**
 * How the token is sent: as a subprotocol, in the query string, or as a subprotocol with typing signals enabled, like
 * the web client.
 */
export type TokenTransport = 'protocol' | 'query' | 'typing';

/** Connects to the live socket and checks every received frame against the contract. */
export function connect(url: string, token: string, tokenTransport: TokenTransport = 'protocol'): TestSocket {
  const address = `${url.replace(/^http/, 'ws')}/ws`;
  const socket =
    tokenTransport === 'query'
      ? new WebSocket(`${address}?token=${encodeURIComponent(token)}`)
      : new WebSocket(tokenTransport === 'typing' ? `${address}?typing=true` : address, ['bearer', token]);
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
    async waitForError(n = 1) {
      await waitUntil(() => errors.length >= n);
      return errors[n - 1] as ErrorFrame;
    },
    close: () => socket.close(),
  };
}

/** Connects to the live socket and waits until the connection is open. */
export async function connectSocket(
  url: string,
  token: string,
  tokenTransport?: TokenTransport,
): Promise<TestSocket> {
  const client = connect(url, token, tokenTransport);
  await once(client.socket, 'open');
  return client;
}
