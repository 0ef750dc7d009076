import * as contract from '../../contract/notifications.ts';
import { unsubscribeLinkInvalid } from '../../contract/problems.ts';
import { isNotificationKind } from '../../domain/effects/kinds.ts';
import type { NotificationCommand } from '../../domain/notifications/commands.ts';
import { notificationDecider } from '../../domain/notifications/decide.ts';
import type { NotificationState } from '../../domain/notifications/state.ts';
import * as query from '../../projections/notifications/notifications/query.ts';
import type { Caller } from '../http/caller.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type CommandRequest = Pick<RouteRequest, 'createContext' | 'execute'> & { readonly caller: Caller };

/** Creates the routes for notifications and notification settings. */
export function createNotificationRoutes(system: ApiSystem): readonly Route[] {
  const { pool, rawLog } = system;
  const { eventEmails } = system.privateData;

  async function executeCommand(
    notificationCommand: NotificationCommand,
    { caller, createContext, execute }: CommandRequest,
  ): Promise<NotificationState> {
    return (await execute(notificationDecider, caller.id, notificationCommand, createContext())).state;
  }

  const getSettings = async ({ id }: Caller) => ({
    muted: await query.listMutedKinds(pool, id),
    notMailed: await eventEmails.listOptOuts(id),
  });

  const countUnread = async ({ id }: Caller) =>
    (await query.countUnread(pool, [id])).get(id) ?? { unread: 0, position: 0 };

  return [
    defineRoute(contract.getNotifications, async (request) => {
      const page = await query.listNotifications(pool, request.caller.id, toPaging(request.query));
      return respondWithPage(page, request);
    }),

    defineRoute(contract.getUnreadNotifications, ({ caller }) => countUnread(caller)),

    defineRoute(contract.readNotifications, async (request) => {
      const { caller, body } = request;
      // Limits `until` to existing positions: later ones are in the future, or were lost in a failover.
      const newestPosition = await query.getNewestPosition(pool, caller.id);
      const until = Math.min(body.until ?? newestPosition, newestPosition, await rawLog.head());
      await executeCommand({ type: 'ReadNotifications', accountId: caller.id, until }, request);
      return countUnread(caller);
    }),

    defineRoute(contract.getNotificationSettings, ({ caller }) => getSettings(caller)),

    defineRoute(contract.setEmailNotifications, async ({ caller, body: { kind, mailed } }) => {
      await eventEmails.setOptOut(caller.id, kind, !mailed);
      return getSettings(caller);
    }),

    defineRoute(contract.unsubscribe, async ({ params: { token, kind } }) => {
      if (!(await eventEmails.optOutByToken(token, kind)))
        throw createNotFoundFailure(unsubscribeLinkInvalid);
    }),

    defineRoute(contract.muteNotifications, async (request) => {
      const { caller, body } = request;
      const muteCommand = { type: 'MuteNotificationKind', accountId: caller.id, ...body } as const;
      const { muted } = await executeCommand(muteCommand, request);
      return { ...(await getSettings(caller)), muted: muted.filter(isNotificationKind).sort() };
    }),
  ];
}
