import type { z } from 'zod';
import { adoptionDecider } from '../../../domain/adoption/decide.ts';
import { missingAdoption } from '../../../domain/adoption/rules.ts';
import { conversationDecider } from '../../../domain/conversations/decide.ts';
import { conversationIdOf } from '../../../domain/conversations/ids.ts';
import { messageNamed } from '../../../domain/conversations/state.ts';
import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import { staffAmong } from '../../../projections/accounts/profiles/query.ts';
import { messageById } from '../../../projections/conversations/messages/query.ts';
import { messageFrame, readFrame } from '../../contract/conversations.ts';
import { actorOf } from '../../http/caller.ts';
import { failureOf, inOurWords, invalid, severityOf } from '../../http/error-answer.ts';
import { ApiFailure, missing, rejected, slowDown } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';
import { createAdmissions } from './admissions.ts';
import { createBuckets } from './buckets.ts';
import { CLOSE, type Connection, errorText, type FrameHandler } from './connection.ts';

/** For how long a message that was sent before is looked for in the reads, in milliseconds. */
const VISIBLE_MS = 2_000;

type Fields = Readonly<Record<string, unknown>>;

const notAFrame = (): ApiFailure => new ApiFailure(400, 'INVALID_FRAME', 'The frame must be a JSON object.');

function fieldsOf(frame: string | null): Fields {
  try {
    const fields: unknown = JSON.parse(frame ?? '');
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Fields;
  } catch {}
  throw notAFrame();
}

function checked<Schema extends z.ZodType>(schema: Schema, fields: Fields): z.output<Schema> {
  const result = schema.safeParse(fields, inOurWords);
  if (!result.success) throw invalid(result.error);
  return result.data;
}

const CLIENT_ID = /^[\w.:-]{1,64}$/;

const clientIdOf = ({ clientId }: Fields): string | undefined =>
  typeof clientId === 'string' && CLIENT_ID.test(clientId) ? clientId : undefined;

/**
 * Carries out what clients send. A message is answered when the log's tail brings it, as everybody else gets it; only
 * one that was sent before is answered from here.
 */
export function createFrameHandler(system: ApiSystem): FrameHandler {
  const { pool, handler, ids, clock, progress, logger } = system;
  const admitted = createAdmissions(system);
  const mayGoOn = createBuckets(clock);

  const contextOf = (id: AccountId, commandId: Uuid) => ({
    commandId,
    correlationId: ids.next(),
    actor: actorOf({ id }),
    occurredAt: clock.now(),
  });

  /**
   * The animal that a message is about, if it is one of the receiver's that can be adopted.
   * @throws ApiFailure 404 for an animal that staff have taken down, unless the author of the message is staff
   */
  async function animalOf(
    authorId: AccountId,
    receiverId: AccountId,
    animalId: Uuid | null | undefined,
  ): Promise<{ animalId?: Uuid }> {
    if (!animalId) return {};
    const { state } = await handler.load(adoptionDecider, animalId);
    if (state.status !== 'NONE' && state.isTakenDown && state.ownerId === receiverId) {
      if (!(await staffAmong(pool, [authorId])).has(authorId)) throw missing(missingAdoption);
      return {};
    }
    return state.status === 'AVAILABLE' && state.ownerId === receiverId ? { animalId } : {};
  }

  async function send(connection: Connection, fields: Fields): Promise<void> {
    const { accountId } = connection;
    const { receiverId, content, conversationId, clientId = null, animalId } = checked(messageFrame, fields);
    await admitted(accountId, receiverId);
    const stream = conversationIdOf(accountId, receiverId);
    const messageId = ids.next();
    const handled = await handler.handle(
      conversationDecider,
      stream,
      {
        type: 'SendMessage',
        conversationId: conversationId ?? stream,
        messageId,
        authorId: accountId,
        receiverId,
        content,
        clientId,
        ...(await animalOf(accountId, receiverId, animalId)),
      },
      contextOf(accountId, messageId),
    );
    if (!handled.accepted) throw rejected(handled.rejection);
    if (handled.events.length > 0) return;
    await progress.waitFor(['conversations'], handled.position, VISIBLE_MS);
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
      const fields = mayGoOn(connection.accountId) ? fieldsOf(frame) : null;
      if (!fields) throw slowDown(1);
      clientId = clientIdOf(fields);
      await ('read' in fields ? read : send)(connection, fields);
    } catch (error) {
      const failure = failureOf(error);
      const { status, code, message } = failure;
      const severity = severityOf(failure);
      if (status === 401) return connection.close(CLOSE.sessionEnded, message);
      if (severity) logger[severity]({ err: error }, 'a frame could not be carried out');
      connection.send(errorText(code, message, clientId));
    }
  };
}
