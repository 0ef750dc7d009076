import { donate } from '../../../contract/crowdfunding.ts';
import * as contract from '../../../contract/notifications.ts';
import { likePublication } from '../../../contract/posts.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { followProfile } from '../../../contract/social-graph.ts';
import { registerNewUser } from './people.ts';
import { client } from './shared-api.ts';

export const getProfileId = ({ dataUser }: AuthResponse): string => dataUser.id;

export const getKinds = (
  notifications: readonly contract.Notification[],
): readonly contract.NotificationKind[] => notifications.map(({ kind }) => kind);

export const registerUsers = (count: number): Promise<AuthResponse[]> =>
  Promise.all(Array.from({ length: count }, () => registerNewUser(client)));

export const listNotifications = ({ token }: AuthResponse) => client.ok(contract.getNotifications, { token });

export const countUnread = async ({ token }: AuthResponse): Promise<number> =>
  (await client.ok(contract.getUnreadNotifications, { token })).unread;

export const markAsRead = ({ token }: AuthResponse, until?: number) =>
  client.ok(contract.readNotifications, { token, body: until === undefined ? {} : { until } });

export const muteKind = ({ token }: AuthResponse, kind: contract.NotificationKind, isMuted = true) =>
  client.ok(contract.muteNotifications, { token, body: { kind, muted: isMuted } });

export const like = ({ token }: AuthResponse, idPublication: string) =>
  client.ok(likePublication, { token, body: { idPublication } });

export const follow = ({ token }: AuthResponse, followedAccount: AuthResponse) =>
  client.ok(followProfile, { token, body: { idProfileToFollow: getProfileId(followedAccount) } });

export async function donateCoins(
  { token }: AuthResponse,
  crowdfundingId: string,
  amount: number,
): Promise<void> {
  await client.ok(donate, { token, params: { crowdfundingId }, query: { amount } });
}
