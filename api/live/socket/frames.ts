import type { z } from 'zod';
import { sendMessage } from '../../../application/conversations.ts';
import { messageFrame, readFrame } from '../../../contract/conversations.ts';
import { invalidFrame } from '../../../contract/problems.ts';
import { conversationDecider } from '../../../domain/conversations/decide.ts';
import { messageNamed } from '../../../domain/conversations/state.ts';
import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import { messageById } from '../../../projections/conversations/messages/query.ts';
import { waitUntilVisible } from '../../../projections/visible.ts';
import { actorOf } from '../../http/caller.ts';
import { failureOf, invalid, severityOf, zodErrorMap } from '../../http/error-answer.ts';
import { ApiFailure, rejected, slowDown } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';
import { createAdmissions } from './admissions.ts';
import { CLOSE, type Connection, errorText, type FrameHandler } from './connection.ts';
import { createFrameLimiter } from './frame-limits.ts';

/** Maximum wait for an earlier message to be visible in the read models, in milliseconds. */
const VISIBLE_MS = 2_000;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(frame: string | null): Fields {
  try {
    const fields: unknown = JSON.parse(frame ?? '');
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Fields;
  } catch {}
  throw new ApiFailure(400, invalidFrame);
}

function checked<Schema extends z.ZodType>(schema: Schema, fields: Fields): z.output<Schema> {
  const result = schema.safeParse(fields, zodErrorMap);
  if (!result.success) throw invalid(result.error);
  return result.data;
}

const CLIENT_ID = /^[\w.:-]{1,64}$/;

const clientIdOf = ({ clientId }: Fields): string | undefined =>
  typeof clientId === 'string' && CLIENT_ID.test(clientId) ? clientId : undefined;

/**
 * Creates the handler of client frames. A new message is confirmed by its delivery from the log, as to all
 * members. Only a message that was already sent with the same `clientId` is confirmed by the handler.
 */
export function createFrameHandler(system: ApiSystem): FrameHandler {
  const { pool, handler, ids, clock, progress, logger } = system;
  const admitted = createAdmissions(system);
  const isFrameAllowed = createFrameLimiter();

  const contextOf = (id: AccountId, commandId: Uuid) => ({
    commandId,
    correlationId: ids.next(),
    actor: actorOf({ id }),
    occurredAt: clock.now(),
  });

  async function send(connection: Connection, fields: Fields): Promise<void> {
    const { accountId } = connection;
    const message = checked(messageFrame, fields);
    const { receiverId, clientId = null } = message;
    await admitted(accountId, receiverId);
    const messageId = ids.next();
    const handled = await sendMessage(
      system,
      { ...message, messageId, authorId: accountId },
      contextOf(accountId, messageId),
    );
    if (!handled.accepted) throw rejected(handled.rejection);
    if (handled.events.length > 0) return;
    await waitUntilVisible(progress, [handled], VISIBLE_MS);
    const first = await messageById(pool, messageNamed(handled.state, accountId, clientId) ?? messageId);
    if (first) connection.send(JSON.stringify({ ...first, clientId }));
  }

  async function read({ accountId }: Connection, fields: Fields): Promise<void> {
    const { read: conversationId } = checked(readFrame, fields);
    const command = { type: 'ReadConversation', conversationId, readerId: accountId } as const;
    await handler.handle(conversationDecider, conversationId, command, contextOf(accountId, ids.next()));
  }

  return async (connection, frame) => {
    let clientId: string | undefined;
    try {
      if (!(await isFrameAllowed(connection.accountId))) throw slowDown(1);
      const fields = fieldsOf(frame);
      clientId = clientIdOf(fields);
      await ('read' in fields ? read : send)(connection, fields);
    } catch (error) {
      const failure = failureOf(error);
      const { status, message } = failure;
      const severity = severityOf(failure);
      if (status === 401) return connection.close(CLOSE.sessionEnded, message);
      if (severity) logger[severity]({ err: error }, 'frame failed');
      connection.send(errorText(failure, clientId));
    }
  };
}
