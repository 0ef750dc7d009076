import { sendMessage } from '../../../application/conversations.ts';
import { messageFrame, readFrame, typingFrame } from '../../../contract/conversations.ts';
import { clientIdReused, invalidFrame } from '../../../contract/problems.ts';
import { conversationDecider } from '../../../domain/conversations/decide.ts';
import { findMessageByClientId } from '../../../domain/conversations/state.ts';
import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import { findMessageById } from '../../../projections/conversations/messages/query.ts';
import { waitUntilVisible } from '../../../projections/wait-until-visible.ts';
import { toActor } from '../../http/caller.ts';
import { getSeverity, toApiFailure, validate } from '../../http/error-response.ts';
import { ApiFailure, createTooManyRequestsFailure, toRejectionFailure } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';
import { CLOSE_CODES, type Connection, type FrameHandler, serializeError } from './connection.ts';
import { type FrameFields, getClientId, parseFields } from './frame-fields.ts';
import { createFrameLimiter } from './frame-limits.ts';
import type { SendPermissionCheck } from './send-permission-check.ts';
import type { TypingSignals } from './typing.ts';

/**
 * Creates the handler for client frames. A new message is confirmed to the sender when it is delivered from the log. A
 * message with the `clientId` of an earlier one is confirmed with the earlier one, or refused if its content is different.
 */
export function createFrameHandler(
  system: ApiSystem,
  checkSendPermission: SendPermissionCheck,
  typingSignals: TypingSignals,
): FrameHandler {
  const { pool, handler, ids, clock, progress, logger } = system;
  const isFrameAllowed = createFrameLimiter();

  const createContext = (id: AccountId, commandId: Uuid) => ({
    commandId,
    correlationId: ids.next(),
    actor: toActor({ id }),
    occurredAt: clock.now(),
  });

  async function handleMessage(connection: Connection, fields: FrameFields): Promise<void> {
    const { accountId } = connection;
    const message = validate(messageFrame, fields);
    const { receiverId, content, clientId = null } = message;
    await checkSendPermission(accountId, receiverId);
    const messageId = ids.next();
    const result = await sendMessage(
      system,
      { ...message, messageId, authorId: accountId },
      createContext(accountId, messageId),
    );
    if (!result.accepted) throw toRejectionFailure(result.rejection);
    if (result.events.length > 0) return;
    await waitUntilVisible(progress, [result]);
    const earlierMessage = await findMessageById(
      pool,
      findMessageByClientId(result.state, accountId, clientId) ?? messageId,
    );
    if (!earlierMessage) return;
    if (earlierMessage.content !== content) throw new ApiFailure(400, clientIdReused);
    connection.send(JSON.stringify({ ...earlierMessage, clientId }));
  }

  async function handleRead({ accountId }: Connection, fields: FrameFields): Promise<void> {
    const { read: conversationId } = validate(readFrame, fields);
    const command = { type: 'ReadConversation', conversationId, readerId: accountId } as const;
    await handler.handle(conversationDecider, conversationId, command, createContext(accountId, ids.next()));
  }

  async function handleTyping({ accountId }: Connection, fields: FrameFields): Promise<void> {
    typingSignals.send(accountId, validate(typingFrame, fields).typing);
  }

  const selectHandler = (fields: FrameFields) => {
    if ('content' in fields) return handleMessage;
    if ('read' in fields) return handleRead;
    return 'typing' in fields ? handleTyping : handleMessage;
  };

  return async (connection, frame) => {
    const fields = parseFields(frame);
    try {
      if (!isFrameAllowed(connection.accountId)) throw createTooManyRequestsFailure(1);
      await system.peers.register();
      if (!fields) throw new ApiFailure(400, invalidFrame);
      await selectHandler(fields)(connection, fields);
    } catch (error) {
      const failure = toApiFailure(error);
      const { status, message } = failure;
      const severity = getSeverity(failure);
      if (status === 401) return connection.close(CLOSE_CODES.sessionEnded, message);
      if (severity) logger[severity]({ err: error }, 'frame failed');
      connection.send(serializeError(failure, getClientId(fields)));
    }
  };
}
