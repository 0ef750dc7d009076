import type { MessageSent } from '../../../domain/conversations/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { UnreadableText } from '../../../domain/ports/text-vault.ts';
import type { ApiSystem } from '../../http/system.ts';
import type { LogBroadcast } from '../log-broadcast.ts';
import type { OpenConnections } from './connection-registry.ts';

type SentMessage = RecordedEvent<MessageSent>;

const MESSAGE_TYPE: SentMessage['type'] = 'MessageSent';
const isMessage = (event: RecordedEvent): event is SentMessage => event.type === MESSAGE_TYPE;

/** Delivers every message of the log to the sockets of both members, in the order of the log. */
export function deliverMessages(
  { vault, logger }: Pick<ApiSystem, 'vault' | 'logger'>,
  broadcast: LogBroadcast,
  open: OpenConnections,
): void {
  function deliver({ data, metadata }: SentMessage, content: string): void {
    const { messageId, authorId, receiverId, conversationId, clientId } = data;
    const message = {
      id: messageId,
      content,
      timestamp: metadata.occurredAt,
      profileId: authorId,
      conversationId,
    };
    const toReceiver = open.get(receiverId);
    if (toReceiver) {
      const text = JSON.stringify(message);
      for (const connection of toReceiver) connection.send(text);
    }
    const toAuthor = open.get(authorId);
    if (toAuthor) {
      const text = JSON.stringify(clientId === null ? message : { ...message, clientId });
      for (const connection of toAuthor) connection.send(text);
    }
  }

  broadcast.listen(async (events) => {
    const wanted = events
      .filter(isMessage)
      .filter(({ data }) => open.has(data.authorId) || open.has(data.receiverId));
    if (wanted.length === 0) return;
    const contents = await vault.open(
      wanted.map(({ data }) => ({ owner: data.authorId, text: data.content })),
    );
    for (const [n, event] of wanted.entries()) {
      const content = contents[n];
      if (content instanceof UnreadableText) logger.error({ err: content }, 'message not delivered');
      else deliver(event, content ?? '');
    }
  });
}
