import * as crowdfunding from '../../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';
import { buyCoins, createActiveCrowdfunding } from './coins.ts';
import { registerNewUser, registerStaff } from './people.ts';

/** A cancelled campaign whose donations have not been refunded yet, and the accounts involved. */
export interface CancelledCrowdfunding {
  readonly admin: AuthResponse;
  readonly donor: AuthResponse;
  readonly crowdfundingId: string;
  /** Events in the log right after the cancellation of the campaign. */
  readonly log: readonly RecordedEvent[];
}

/** Creates a campaign to which a donor donates 300 and 200 of their 1,000 coins, and cancels it. */
export async function createCancelledCrowdfunding(
  api: TestApi,
  client: Client,
): Promise<CancelledCrowdfunding> {
  const admin = await registerStaff(api, client, 'ADMIN');
  const donor = await registerNewUser(client);
  const creator = await registerNewUser(client);
  await buyCoins(api, client, donor.token, 1000);
  const crowdfundingId = await createActiveCrowdfunding(api, creator.dataUser.id);
  for (const amount of [300, 200])
    await client.ok(crowdfunding.donate, {
      token: donor.token,
      params: { crowdfundingId },
      query: { amount },
    } as never);
  await client.ok(crowdfunding.cancelCrowdfunding, { token: creator.token, params: { id: crowdfundingId } });
  const log = await api.foundation.rawLog.readAll({ after: 0, limit: 1000 });
  return { admin, donor, crowdfundingId, log };
}
