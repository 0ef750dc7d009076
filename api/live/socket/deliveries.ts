import type { MessageSent } from '../../../domain/conversations/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { UnreadableText } from '../../../domain/ports/text-vault.ts';
import type { ApiSystem } from '../../http/system.ts';
import type { LogBroadcast } from '../log-broadcast.ts';
import type { OpenConnections } from './connection-registry.ts';

type SentMessage = RecordedEvent<MessageSent>;

const MESSAGE_TYPE: SentMessage['type'] = 'MessageSent';
const isSentMessage = (event: RecordedEvent): event is SentMessage => event.type === MESSAGE_TYPE;

/** Delivers every new message to the sockets of both participants, in log order. */
export function deliverMessages(
  { vault, logger }: Pick<ApiSystem, 'vault' | 'logger'>,
  broadcast: LogBroadcast,
  openConnections: OpenConnections,
): void {
  function deliver({ data, metadata }: SentMessage, content: string): void {
    const { messageId, authorId, receiverId, conversationId, clientId, animalId } = data;
    const message = {
      id: messageId,
      content,
      timestamp: metadata.occurredAt,
      profileId: authorId,
      conversationId,
      ...(animalId && { animalId }),
    };
    const receiverConnections = openConnections.get(receiverId);
    if (receiverConnections) {
      const text = JSON.stringify(message);
      for (const connection of receiverConnections) connection.send(text);
    }
    const authorConnections = openConnections.get(authorId);
    if (authorConnections) {
      const text = JSON.stringify(clientId === null ? message : { ...message, clientId });
      for (const connection of authorConnections) connection.send(text);
    }
  }

  broadcast.listen(async (events) => {
    const messages = events
      .filter(isSentMessage)
      .filter(({ data }) => openConnections.has(data.authorId) || openConnections.has(data.receiverId));
    if (messages.length === 0) return;
    const contents = await vault.open(
      messages.map(({ data }) => ({ owner: data.authorId, text: data.content })),
    );
    for (const [index, event] of messages.entries()) {
      const content = contents[index];
      if (content instanceof UnreadableText) logger.error({ err: content }, 'message not delivered');
      else deliver(event, content ?? '');
    }
  });
}
