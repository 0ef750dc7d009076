import type { NotificationCommand } from '../../domain/notifications/commands.ts';
import { notificationDecider } from '../../domain/notifications/decide.ts';
import type { NotificationState } from '../../domain/notifications/state.ts';
import * as query from '../../projections/notifications/notifications/query.ts';
import * as contract from '../contract/notifications.ts';
import type { Caller } from '../http/caller.ts';
import { rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type Asked = Pick<RouteRequest, 'command' | 'visible'> & { readonly caller: Caller };

/** Routes of what accounts are told of. */
export function notificationRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, rawLog, handler, ids } = system;

  async function carriedOut(
    decided: NotificationCommand,
    { caller, command, visible }: Asked,
  ): Promise<NotificationState> {
    const handled = await handler.handle(notificationDecider, caller.id, decided, command(ids.next()));
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, 'notifications');
    return handled.state;
  }

  const unreadBy = async ({ id }: Caller) => ({ unread: (await query.unreadOf(pool, [id])).get(id) ?? 0 });

  return [
    route(contract.getNotifications, async (request) => {
      const page = await query.notificationsPage(pool, request.caller.id, pagingOf(request.query));
      return itemsOf(page, request).map((one) => ({ ...one, actors: [...one.actors] }));
    }),

    route(contract.getUnreadNotifications, ({ caller }) => unreadBy(caller)),

    route(contract.readNotifications, async (request) => {
      const { caller, body } = request;
      // What has not happened yet cannot have been read, nor what the log has lost.
      const newest = await query.newestNotification(pool, caller.id);
      const until = Math.min(body.until ?? newest, newest, await rawLog.head());
      await carriedOut({ type: 'ReadNotifications', accountId: caller.id, until }, request);
      return unreadBy(caller);
    }),

    route(contract.getNotificationSettings, async ({ caller }) => ({
      muted: [...(await query.mutedKinds(pool, caller.id))],
    })),

    route(contract.muteNotifications, async (request) => {
      const { caller, body } = request;
      const mute = { type: 'MuteNotificationKind', accountId: caller.id, ...body } as const;
      return { muted: [...(await carriedOut(mute, request)).muted].sort() };
    }),
  ];
}
