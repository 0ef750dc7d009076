import { donate } from '../../../contract/crowdfunding.ts';
import * as contract from '../../../contract/notifications.ts';
import { likePublication } from '../../../contract/posts.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { followProfile } from '../../../contract/social-graph.ts';
import type { Client } from './client.ts';
import { registerNewUser } from './people.ts';

export const getProfileId = ({ dataUser }: AuthResponse): string => dataUser.id;

export const getKinds = (
  notifications: readonly contract.Notification[],
): readonly contract.NotificationKind[] => notifications.map(({ kind }) => kind);

/** Actions that notify others. The client may be created later. */
export function createNotificationHelpers(client: () => Client) {
  return {
    people: (count: number) => Promise.all(Array.from({ length: count }, () => registerNewUser(client()))),
    list: ({ token }: AuthResponse) => client().ok(contract.getNotifications, { token }),
    unread: async ({ token }: AuthResponse) =>
      (await client().ok(contract.getUnreadNotifications, { token })).unread,
    read: ({ token }: AuthResponse, until?: number) =>
      client().ok(contract.readNotifications, { token, body: until === undefined ? {} : { until } }),
    mute: ({ token }: AuthResponse, kind: contract.NotificationKind, isMuted = true) =>
      client().ok(contract.muteNotifications, { token, body: { kind, muted: isMuted } }),
    like: ({ token }: AuthResponse, idPublication: string) =>
      client().ok(likePublication, { token, body: { idPublication } }),
    follow: ({ token }: AuthResponse, followed: AuthResponse) =>
      client().ok(followProfile, { token, body: { idProfileToFollow: getProfileId(followed) } }),
    give: async ({ token }: AuthResponse, crowdfundingId: string, amount: number) => {
      await client().ok(donate, { token, params: { crowdfundingId }, query: { amount } });
    },
  };
}
