import * as contract from '../../contract/conversations.ts';
import type { ProfileSummary } from '../../contract/shapes.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import { conversationIdOf } from '../../domain/conversations/ids.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { profileById } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/conversations/messages/query.ts';
import { type Caller, summaryOf } from '../http/caller.ts';
import { forbidden, missing } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import type { LogBroadcast } from '../live/log-broadcast.ts';
import { newestNews } from './newest-news.ts';
import { createReading, VISIBLE_MS } from './reading.ts';

type Asked = RouteRequest<typeof contract.getConversation>;

const memberOf = ({ idProfile, profileName, nickname }: ProfileSummary) => ({
  idProfile,
  profileName,
  nickname,
});

/** Conversation routes. Messages are sent through the live socket. */
export function conversationRoutes(system: ApiSystem, broadcast: LogBroadcast): readonly AnyRoute[] {
  const { pool, ids, progress } = system;
  const reading = createReading(system);
  const newest = newestNews(broadcast);

  /** Waits until reads show all messages and read marks that this process has received. */
  const deliveredShow = () => progress.waitFor(['conversations'], newest(), VISIBLE_MS);

  /** Returns an empty conversation with another visible account, or null. */
  async function emptyWith(caller: Caller, otherId: AccountId): Promise<query.FoundConversation | null> {
    const other = otherId === caller.id ? null : await profileById(pool, caller, otherId);
    return other && { id: conversationIdOf(caller.id, other.id), other, unread: 0 };
  }

  /**
   * Finds an empty conversation by its id or by the other member's id. For conversations of others, the response is
   * the same whether they contain messages or not: anybody can derive the id from the public ids of the
   * members.
   */
  async function findEmpty(caller: Caller, id: string): Promise<query.FoundConversation> {
    const found = await emptyWith(caller, id);
    if (found) return found;
    const younger = await query.accountsOfTime(pool, id);
    const own = younger.find((other) => conversationIdOf(caller.id, other) === id);
    const empty = own === undefined ? null : await emptyWith(caller, own);
    if (empty) return empty;
    const isOfOthers = !own && !younger.includes(id) && younger.some((other) => other !== caller.id);
    throw isOfOthers ? forbidden() : missing(contract.missingConversation);
  }

  async function messagesOf(id: ConversationId, request: Asked): Promise<readonly contract.Message[]> {
    const { after } = request.query;
    if (after === undefined)
      return itemsOf(await query.messagesPage(pool, id, pagingOf(request.query)), request).toReversed();
    const later = await query.messagesAfter(pool, id, after);
    if (!later) throw missing(contract.missingConversation);
    const last = later.messages.at(-1);
    if (later.more && last)
      request.http.append('Link', `<${request.http.path}?after=${last.id}>; rel="next"`);
    return later.messages;
  }

  return [
    route(contract.getConversations, async (request) => {
      await Promise.all([reading.settled(request.caller.id), deliveredShow()]);
      return itemsOf(
        await query.conversationsPage(pool, request.caller.id, pagingOf(request.query)),
        request,
      );
    }),

    route(contract.getUnread, async ({ caller }) => {
      await Promise.all([reading.settled(caller.id), deliveredShow()]);
      return { from: await query.unreadFrom(pool, caller.id, contract.MOST_UNREAD) };
    }),

    route(contract.getConversation, async (request) => {
      const { caller, params } = request;
      await deliveredShow();
      const { cursor, after, page = 1 } = request.query;
      const newestAsked = cursor === undefined && after === undefined && page === 1;
      const opened = newestAsked ? await query.openConversation(pool, caller.id, params.id) : null;
      const stored = newestAsked
        ? opened?.conversation
        : await query.conversationOf(pool, caller.id, params.id);
      const { id, other, unread } = stored ?? (await findEmpty(caller, params.id));
      const messages = opened ? itemsOf(opened.newest, request).toReversed() : await messagesOf(id, request);
      if (unread > 0) reading.mark(caller.id, id, request.command(ids.next()));
      const lastMessage = newestAsked
        ? messages.at(-1)
        : (await query.messagesPage(pool, id, { page: 1 })).items[0];
      return {
        id,
        profile1: memberOf(summaryOf(caller)),
        profile2: memberOf(other),
        lastMessage: lastMessage ?? null,
        messages,
      };
    }),
  ];
}
