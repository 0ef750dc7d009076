import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import {
  buyCoins,
  createCrowdfunding,
  createCrowdfundingId,
  createLogWithUnreadableWallet,
  database,
  donateCoins,
  endCrowdfunding,
  findStatement,
  getStatement,
  isSettled,
  log,
  progress,
  setUpSettlement,
  startSettlementWorker,
  worker,
} from '../support/shared-settlement.ts';
import { waitUntil } from '../support/wait.ts';

setUpSettlement({ donors: 15 });

test('a wallet that cannot be read delays neither its crowdfunding nor others', async () => {
  for (const n of [4, 5]) await createCrowdfunding(n);
  await Promise.all([donateCoins(8, 4, 6), donateCoins(9, 4, 6), donateCoins(10, 5, 6)]);
  const failingWorker = startSettlementWorker(createLogWithUnreadableWallet(8));
  for (const n of [4, 5]) await endCrowdfunding(n, 'CancelCrowdfunding');
  await waitUntil(async () => (await findStatement(4))?.held === 6 && (await isSettled(5)));
  await failingWorker.close();

  const secondWorker = startSettlementWorker();
  await waitUntil(() => isSettled(4));
  await secondWorker.close();
});

test('thousands of donations that cannot be refunded do not delay others and are reported together', async () => {
  const DONATION_COUNT = 2_000;
  await createCrowdfunding(6);
  await buyCoins(11, DONATION_COUNT);
  const donations = Array.from({ length: DONATION_COUNT });
  // Few enough at a time that none waits longer than the event log allows on a busy machine.
  await forEachConcurrently(donations, 100, () => donateCoins(11, 6, 1));
  await donateCoins(12, 6, 5);
  await endCrowdfunding(6, 'CancelCrowdfunding');
  const reports: unknown[] = [];
  const recordError = (fields: object) => void reports.push(fields);
  const failingWorker = startSettlementWorker(createLogWithUnreadableWallet(11), {
    logger: { info: () => {}, error: recordError },
  });
  await waitUntil(async () => (await findStatement(6))?.held === DONATION_COUNT && reports.length > 0);
  await failingWorker.close();
  expect(reports[0]).toMatchObject({ crowdfunding: createCrowdfundingId(6), failed: DONATION_COUNT });

  const secondWorker = startSettlementWorker();
  await waitUntil(() => isSettled(6));
  await secondWorker.close();
}, 60_000);

test('a failed settlement delays no other crowdfunding and waits until its rows advance', async () => {
  for (const n of [7, 8]) await createCrowdfunding(n);
  await Promise.all([donateCoins(13, 7, 6), donateCoins(14, 8, 6)]);
  await endCrowdfunding(7, 'CancelCrowdfunding');
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  let isAsleep = false;
  let wakeUp = (): void => {};
  const wakeUpSignal = new Promise<boolean>((resolve) => {
    wakeUp = () => resolve(false);
  });
  const waitFor: typeof progress.waitFor = async (names, position, waitMs) => {
    isAsleep = position > (await log.head());
    if (!isAsleep) return progress.waitFor(names, position, waitMs);
    return Promise.race([progress.waitFor(names, position, 60_000), wakeUpSignal]);
  };
  const failingWorker = startSettlementWorker(createLogWithUnreadableWallet(13), { progress: { waitFor } });
  await waitUntil(() => isAsleep);
  await endCrowdfunding(8, 'CloseCrowdfunding');
  await waitUntil(() => isSettled(8));
  wakeUp();
  await failingWorker.close();
  expect((await getStatement(7)).held).toBe(6);
});

test('the settlement ends immediately, although its rows are behind its commands', async () => {
  await createCrowdfunding(9);
  await donateCoins(15, 9, 6);
  await endCrowdfunding(9, 'CancelCrowdfunding');
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  let isWaiting = false;
  const waitFor = (): Promise<boolean> => {
    isWaiting = true;
    return new Promise(() => {});
  };
  const settlementWorker = startSettlementWorker(log, { progress: { waitFor } });
  await waitUntil(() => isWaiting);
  const startedAt = performance.now();
  await settlementWorker.close();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('events without effect on its rows cause no extra queries of the settlement', async () => {
  let waitCount = 0;
  let roundCount = 0;
  const query = (async (...args: Parameters<typeof database.pool.query>) => {
    if ((args[0] as { readonly name?: string }).name === 'campaigns-to-settle') roundCount += 1;
    return database.pool.query(...args);
  }) as typeof database.pool.query;
  const waitFor = async (): Promise<boolean> => {
    waitCount += 1;
    return true;
  };
  startSettlementWorker(log, {
    pool: Object.assign(Object.create(database.pool), { query }),
    progress: { waitFor },
  });
  await waitUntil(() => waitCount >= 50);
  expect(roundCount).toBeLessThan(waitCount / 4);
});
