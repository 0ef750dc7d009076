import { Connection } from '../../../api/live/socket/connection.ts';
import * as accounts from '../../../contract/accounts.ts';
import { donate } from '../../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { deriveConversationId } from '../../../domain/conversations/ids.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { startTestApi, type TestApi } from '../../http/support/api.ts';
import { type Client, createClient } from '../../http/support/client.ts';
import { createActiveCrowdfunding } from '../../http/support/coins.ts';
import { sendTexts } from '../../http/support/messages.ts';
import { createRegistration, publishPost } from '../../http/support/people.ts';
import { connectSocket, type TestSocket } from '../../http/support/socket.ts';
import { waitUntil } from '../../support/wait.ts';
import { createMeter, type Meter } from './meter.ts';
import {
  fillNetwork,
  followAccounts,
  listNewestPosts,
  listOtherAccounts,
  settleDatabase,
} from './network.ts';

/** A system with a fixed data set and a meter that counts its database traffic. */
export interface MeteredSystem {
  readonly api: TestApi;
  readonly meter: Meter;
  readonly client: Client;
  /**
   * Session of the account that makes the calls. It follows accounts in the network, has coins, and writes to `author`.
   */
  readonly reader: AuthResponse;
  readonly author: AuthResponse;
  readonly socket: TestSocket;
  readonly crowdfundingId: string;
  readonly conversationId: string;
  /** Id of a post by `author`. */
  readonly postId: string;
  /** Returns the id of a post in the network, a different one each time. */
  readonly takeNextPost: () => string;
  /** Returns the id of an account in the network that `reader` does not follow, a different one each time. */
  readonly takeNextAccount: () => string;
  /**
   * Waits until the views by `reader` are counted, and brings the database into a fixed state. `postId` must be the
   * last viewed post.
   */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const INITIAL_COINS = 1_000_000;
const MESSAGE_COUNT = 30;
const DONATION_COUNT = 3;
export const DONATION_COINS = 100;
/** Number of newest posts that `takeNextPost` skips, because they are on the first feed pages. */
const SKIPPED_POSTS = 100;
const RESERVED_POSTS = 200;
const RESERVED_ACCOUNTS = 100;

const createContext = ({ ids, clock }: TestApi['foundation']) => {
  const commandId = ids.next();
  const actor = { kind: 'operator', id: 'tests' } as const;
  return { commandId, correlationId: commandId, actor, occurredAt: clock.now() };
};

async function creditCoins({ foundation }: TestApi, accountId: string): Promise<void> {
  const { handler, ids, progress } = foundation;
  const payment = {
    purchaseId: ids.next(),
    paymentId: 'pi_of_budgets',
    amount: INITIAL_COINS,
    source: 'clearing',
  } as const;
  const purchase = { type: 'PurchaseCoins', accountId, ...payment } as const;
  const result = await handler.handle(walletDecider, accountId, purchase, createContext(foundation));
  if (!result.accepted) throw new Error(result.rejection.message);
  await progress.waitFor(['wallets'], result.position, 20_000);
}

/** Makes the meter count each socket frame like a request. */
function meterFrames(meter: Meter): void {
  const { receive } = Connection.prototype;
  Connection.prototype.receive = function (handle, isExpected) {
    receive.call(this, (connection, frame) => meter.count(() => handle(connection, frame)), isExpected);
  };
}

/** Starts the system and fills it with the fixed data set. */
export async function startMeteredSystem(): Promise<MeteredSystem> {
  let meter: Meter | undefined;
  const api = await startTestApi({
    isThrottled: true,
    createPool: ({ ownerUrl }) => {
      meter = createMeter(ownerUrl);
      return meter.pool;
    },
    adapt: (foundation) => ({ ...foundation, ...(meter && { tracing: meter.tracing }) }),
  });
  if (!meter) throw new Error('the API has no meter');
  meterFrames(meter);
  const { pool } = api.database;
  const client = createClient(api.url);
  const register = (name: string) => client.ok(accounts.registerUser, { body: createRegistration(name) });
  await fillNetwork(pool);
  const [reader, author] = [await register('reader'), await register('author')];
  await followAccounts(pool, reader.dataUser.id);
  const { id: postId } = await publishPost(client, author.token);
  await publishPost(client, reader.token, 'A comment', postId);
  const crowdfundingId = await createActiveCrowdfunding(api, author.dataUser.id);
  await creditCoins(api, reader.dataUser.id);
  const donation = {
    token: reader.token,
    params: { crowdfundingId },
    query: { amount: DONATION_COINS },
  };
  for (let n = 0; n < DONATION_COUNT; n += 1) await client.ok(donate, donation);
  await sendTexts(
    api,
    author,
    reader,
    ...Array.from({ length: MESSAGE_COUNT }, (_, n) => `Message ${n + 10}`),
  );
  const posts = [...(await listNewestPosts(pool, SKIPPED_POSTS + RESERVED_POSTS))].slice(SKIPPED_POSTS);
  const otherAccounts = [...(await listOtherAccounts(pool, RESERVED_ACCOUNTS))];
  const socket = await connectSocket(api.url, reader.token);
  return {
    api,
    meter,
    client,
    reader,
    author,
    socket,
    crowdfundingId,
    postId,
    conversationId: deriveConversationId(reader.dataUser.id, author.dataUser.id),
    takeNextPost: () => posts.pop() ?? '',
    takeNextAccount: () => otherAccounts.pop() ?? '',
    async settle() {
      await waitUntil(async () => {
        const { rows } = await pool.query('SELECT FROM read.posts WHERE id = $1 AND views > 0', [postId]);
        return rows.length > 0;
      });
      await api.stopProjections();
      await settleDatabase(pool);
      await api.startProjections();
    },
    async close() {
      socket.close();
      await api.close();
    },
  };
}
