import { closeCrowdfunding } from '../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { createHandler } from '../../domain/handle.ts';
import { addDays } from '../../domain/kernel/ids.ts';
import { projectionNames } from '../../projections/registry.ts';
import { createSettlementRound } from '../../workers/crowdfunding/settlement-round.ts';
import { createSettlementRows } from '../../workers/crowdfunding/settlement-rows.ts';
import { WAIT_MS } from '../support/wait.ts';
import { createCrowdfunding } from './support/coins.ts';
import { listNotifications } from './support/notifications.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const waitForReadModels = async (position: number): Promise<void> => {
  expect(await api.foundation.progress.waitFor(projectionNames, position, WAIT_MS)).toBe(true);
};

/** Creates a campaign that ended 89 days ago. Returns its id and the time when it ended. */
async function createEndedCrowdfunding(creator: AuthResponse) {
  const { handler, ids, clock } = api.foundation;
  const id = await createCrowdfunding(api, creator.dataUser.id);
  const { state } = await handler.load(crowdfundingDecider, id);
  const duration = state.status === 'NONE' ? 0 : state.durationDays;
  const endDate = addDays(clock.now(), -89);
  const commandId = ids.next();
  const actor = { kind: 'operator', id: 'tests' } as const;
  const context = { commandId, correlationId: commandId, actor, occurredAt: clock.now() };
  const command = {
    type: 'ApproveCrowdfunding',
    crowdfundingId: id,
    staffId: 'tests',
    at: addDays(endDate, -duration),
  } as const;
  const result = await handler.handle(crowdfundingDecider, id, command, context);
  if (!result.accepted) throw new Error(result.rejection.message);
  await waitForReadModels(result.position);
  return { id, endDate };
}

/** Runs one settlement round in each of two independent workers. Their clocks show `instant`. */
async function settleAt(instant: string): Promise<void> {
  const { pool, rawLog, ids } = api.foundation;
  const runRound = () =>
    createSettlementRound({
      rows: createSettlementRows(pool, rawLog),
      handler: createHandler({ log: rawLog }),
      clock: { now: () => instant },
      ids,
      logger: { info: () => {}, error: () => {} },
    })(new AbortController().signal);
  await Promise.all([runRound(), runRound()]);
  await waitForReadModels(await api.foundation.rawLog.head());
}

const listAnnouncements = async (creator: AuthResponse) =>
  (await listNotifications(creator))
    .filter(({ kind }) => kind === 'CAMPAIGN_TIME_OVER')
    .map(({ daysLeft, subject }) => [daysLeft, subject?.id]);

const countExpiryEvents = async (id: string): Promise<number> => {
  const events = await api.foundation.rawLog.readStream(`crowdfunding-${id}`);
  return events.filter(({ type }) => type === 'CrowdfundingExpiryAnnounced').length;
};

test('an expired campaign notifies its creator at once and 60, 30 and 7 days before the refund', async () => {
  const creator = await registerNewUser(client);
  const { id, endDate } = await createEndedCrowdfunding(creator);
  await settleAt(addDays(endDate, -1));
  expect(await countExpiryEvents(id)).toBe(0);
  for (const [n, days] of [0, 30, 60, 83].entries()) {
    await settleAt(addDays(endDate, days));
    await settleAt(addDays(endDate, days));
    expect(await countExpiryEvents(id)).toBe(n + 1);
    expect((await listAnnouncements(creator))[0]).toEqual([[90, 60, 30, 7][n], id]);
  }
});

test('makes only the last of the announcements that an outage delayed', async () => {
  const creator = await registerNewUser(client);
  const { id, endDate } = await createEndedCrowdfunding(creator);
  await settleAt(addDays(endDate, 65));
  expect(await listAnnouncements(creator)).toEqual([[30, id]]);
  expect(await countExpiryEvents(id)).toBe(1);
});

test('announces nothing for a campaign that its creator has ended', async () => {
  const creator = await registerNewUser(client);
  const { id, endDate } = await createEndedCrowdfunding(creator);
  await client.ok(closeCrowdfunding, { token: creator.token, params: { id } });
  await settleAt(addDays(endDate, 30));
  expect(await countExpiryEvents(id)).toBe(0);
});
