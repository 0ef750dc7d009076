import * as contract from '../../contract/notifications.ts';
import { isNotificationKind } from '../../domain/effects/table.ts';
import type { NotificationCommand } from '../../domain/notifications/commands.ts';
import { notificationDecider } from '../../domain/notifications/decide.ts';
import type { NotificationState } from '../../domain/notifications/state.ts';
import * as query from '../../projections/notifications/notifications/query.ts';
import type { Caller } from '../http/caller.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type Asked = Pick<RouteRequest, 'command' | 'execute'> & { readonly caller: Caller };

/** Notification routes. */
export function notificationRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, rawLog, ids } = system;

  async function carriedOut(
    decided: NotificationCommand,
    { caller, command, execute }: Asked,
  ): Promise<NotificationState> {
    return (await execute(notificationDecider, caller.id, decided, command(ids.next()))).state;
  }

  const unreadBy = async ({ id }: Caller) => ({ unread: (await query.unreadOf(pool, [id])).get(id) ?? 0 });

  return [
    route(contract.getNotifications, async (request) => {
      const page = await query.notificationsPage(pool, request.caller.id, pagingOf(request.query));
      return itemsOf(page, request);
    }),

    route(contract.getUnreadNotifications, ({ caller }) => unreadBy(caller)),

    route(contract.readNotifications, async (request) => {
      const { caller, body } = request;
      // Limits `until` to existing positions: later ones are in the future, or were lost in a failover.
      const newest = await query.newestNotification(pool, caller.id);
      const until = Math.min(body.until ?? newest, newest, await rawLog.head());
      await carriedOut({ type: 'ReadNotifications', accountId: caller.id, until }, request);
      return unreadBy(caller);
    }),

    route(contract.getNotificationSettings, async ({ caller }) => ({
      muted: await query.mutedKinds(pool, caller.id),
    })),

    route(contract.muteNotifications, async (request) => {
      const { caller, body } = request;
      const mute = { type: 'MuteNotificationKind', accountId: caller.id, ...body } as const;
      const { muted } = await carriedOut(mute, request);
      return { muted: muted.filter(isNotificationKind).sort() };
    }),
  ];
}
