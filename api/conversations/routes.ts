import * as contract from '../../contract/conversations.ts';
import type { ProfileSummary } from '../../contract/shapes.ts';
import type { ConversationEvent } from '../../domain/conversations/events.ts';
import { type ConversationId, deriveConversationId } from '../../domain/conversations/ids.ts';
import { readReceiptsDecider } from '../../domain/conversations/read-receipts.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { filterPublicAccounts, findProfileById } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/conversations/messages/query.ts';
import { VISIBILITY_TIMEOUT_MS } from '../../projections/wait-until-visible.ts';
import { type Caller, toProfileSummary } from '../http/caller.ts';
import { createForbiddenFailure, createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import type { LogBroadcast } from '../live/log-broadcast.ts';
import type { ReadMarker } from './read-marker.ts';

type ConversationRequest = RouteRequest<typeof contract.getConversation>;

const toMember = ({ idProfile, profileName, nickname, avatar }: ProfileSummary) => ({
  idProfile,
  profileName,
  nickname,
  ...(avatar && { avatar }),
});

const CONVERSATION_EVENT_TYPES = new Set<string>([
  'MessageSent',
  'ConversationRead',
] satisfies readonly ConversationEvent['type'][]);

/**
 * Returns a getter for the position of the newest message or read mark that this process has received, or 0. Reads wait
 * for this position, so they contain every message that a client has been notified of.
 */
function trackConversationPosition(broadcast: LogBroadcast): () => Position {
  let newestPosition = 0;
  broadcast.listen(
    async (events) => {
      newestPosition =
        events.findLast(({ type }) => CONVERSATION_EVENT_TYPES.has(type))?.position ?? newestPosition;
    },
    () => {
      newestPosition = 0;
    },
  );
  return () => newestPosition;
}

/** Creates the conversation routes. Messages are sent through the live socket. */
export function createConversationRoutes(
  system: ApiSystem,
  broadcast: LogBroadcast,
  readMarker: ReadMarker,
): readonly Route[] {
  const { pool, progress, privateData } = system;
  const { openedConversations } = privateData;
  const getNewestPosition = trackConversationPosition(broadcast);

  const waitUntilDelivered = () =>
    progress.waitFor(['conversations'], getNewestPosition(), VISIBILITY_TIMEOUT_MS);

  /** Returns whether an account that the caller can see receives no messages. Only staff see such accounts. */
  const isReceiverInactive = async (caller: Caller, receiverId: AccountId): Promise<boolean> =>
    caller.isStaff && !(await filterPublicAccounts(pool, [receiverId])).has(receiverId);

  /** Returns a conversation without messages with another account, or null if that account is not visible. */
  async function findEmptyConversation(
    caller: Caller,
    otherId: AccountId,
  ): Promise<query.MemberConversation | null> {
    const other = otherId === caller.id ? null : await findProfileById(pool, caller, otherId);
    if (!other) return null;
    return {
      id: deriveConversationId(caller.id, other.id),
      other,
      unread: 0,
      animalId: null,
      isClosed: await isReceiverInactive(caller, other.id),
      seenId: null,
    };
  }

  /** Finds an empty conversation by the id of the other participant. Its younger member can then open it by its id. */
  async function openEmptyConversation(
    caller: Caller,
    otherId: AccountId,
  ): Promise<query.MemberConversation | null> {
    const conversation = await findEmptyConversation(caller, otherId);
    if (conversation && otherId < caller.id)
      await openedConversations.add({
        conversationId: conversation.id,
        youngerId: caller.id,
        olderId: otherId,
      });
    return conversation;
  }

  /**
   * Returns the other participant of a conversation of the caller, or null. Older participants find the younger one by
   * the timestamp of the id, younger ones find the older one if they have opened the conversation.
   */
  async function findOtherMember(
    caller: Caller,
    id: ConversationId,
    youngerMembers: readonly AccountId[],
  ): Promise<AccountId | null> {
    const youngerId = youngerMembers.find((other) => deriveConversationId(caller.id, other) === id);
    if (youngerId || !youngerMembers.includes(caller.id)) return youngerId ?? null;
    return openedConversations.findOlderMember(caller.id, id);
  }

  /**
   * Finds an empty conversation by its id or by the id of the other participant. Conversations between other accounts
   * get the same response with or without messages, because anybody can derive their ids.
   */
  async function resolveEmptyConversation(caller: Caller, id: string): Promise<query.MemberConversation> {
    const conversation = await openEmptyConversation(caller, id);
    if (conversation) return conversation;
    const youngerMembers = await query.findAccountsByCreationTime(pool, id);
    const otherId = await findOtherMember(caller, id, youngerMembers);
    const ownConversation = otherId ? await findEmptyConversation(caller, otherId) : null;
    if (ownConversation) return ownConversation;
    const isConversationOfOthers =
      !otherId && !youngerMembers.includes(id) && youngerMembers.some((other) => other !== caller.id);
    throw isConversationOfOthers
      ? createForbiddenFailure()
      : createNotFoundFailure(contract.conversationNotFound);
  }

  async function loadMessages(
    id: ConversationId,
    request: ConversationRequest,
  ): Promise<readonly contract.Message[]> {
    const { after } = request.query;
    if (after === undefined)
      return respondWithPage(
        await query.listMessages(pool, id, toPaging(request.query)),
        request,
      ).toReversed();
    const laterMessages = await query.listMessagesAfter(pool, id, after);
    if (!laterMessages) throw createNotFoundFailure(contract.conversationNotFound);
    const lastMessage = laterMessages.messages.at(-1);
    if (laterMessages.hasMore && lastMessage)
      request.http.append('Link', `<${request.http.path}?after=${lastMessage.id}>; rel="next"`);
    return laterMessages.messages;
  }

  return [
    defineRoute(contract.getConversations, async (request) => {
      await Promise.all([readMarker.waitForMarks(request.caller.id), waitUntilDelivered()]);
      const page = await query.listConversations(pool, request.caller.id, toPaging(request.query));
      return respondWithPage(page, request);
    }),

    defineRoute(contract.getUnread, async ({ caller }) => {
      await Promise.all([readMarker.waitForMarks(caller.id), waitUntilDelivered()]);
      return { from: await query.listUnreadSenders(pool, caller.id, contract.MAX_UNREAD_SENDERS) };
    }),

    defineRoute(contract.getConversationSettings, async ({ caller }) => ({
      readReceipts: await query.areReceiptsEnabled(pool, caller.id),
    })),

    defineRoute(contract.switchReadReceipts, async ({ caller, body, createContext, execute }) => {
      const receiptsCommand = {
        type: 'SwitchReadReceipts',
        accountId: caller.id,
        enabled: body.readReceipts,
      } as const;
      const { state } = await execute(readReceiptsDecider, caller.id, receiptsCommand, createContext());
      return { readReceipts: state.enabled };
    }),

    defineRoute(contract.getConversation, async (request) => {
      const { caller, params } = request;
      await waitUntilDelivered();
      const { cursor, after, page = 1 } = request.query;
      const isNewestPage = cursor === undefined && after === undefined && page === 1;
      const openedConversation = isNewestPage
        ? await query.findConversationWithMessages(pool, caller.id, params.id)
        : null;
      const storedConversation = isNewestPage
        ? openedConversation?.conversation
        : await query.findConversation(pool, caller.id, params.id);
      const { id, other, unread, animalId, isClosed, seenId } =
        storedConversation ?? (await resolveEmptyConversation(caller, params.id));
      const messages = openedConversation
        ? respondWithPage(openedConversation.newest, request).toReversed()
        : await loadMessages(id, request);
      if (unread > 0) readMarker.mark(caller.id, id, request.createContext());
      const lastMessage = isNewestPage
        ? messages.at(-1)
        : (await query.listMessages(pool, id, { page: 1 })).items[0];
      return {
        id,
        profile1: toMember(toProfileSummary(caller)),
        profile2: toMember(other),
        lastMessage: lastMessage ?? null,
        messages,
        ...(animalId && { animalId }),
        ...(isClosed && { closed: true as const }),
        ...(seenId && { seenId }),
      };
    }),
  ];
}
