import {
  buy,
  createCrowdfunding,
  createCrowdfundingId,
  createLogWithoutWallet,
  database,
  end,
  findStatement,
  getStatement,
  give,
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
  await Promise.all([give(8, 4, 6), give(9, 4, 6), give(10, 5, 6)]);
  const one = startSettlementWorker(createLogWithoutWallet(8));
  for (const n of [4, 5]) await end(n, 'CancelCrowdfunding');
  await waitUntil(async () => (await findStatement(4))?.held === 6 && (await isSettled(5)));
  await one.close();

  const other = startSettlementWorker();
  await waitUntil(() => isSettled(4));
  await other.close();
});

test('thousands of donations that cannot be refunded do not delay others and are reported together', async () => {
  const MANY = 2_000;
  await createCrowdfunding(6);
  await buy(11, MANY);
  await Promise.all(Array.from({ length: MANY }, () => give(11, 6, 1)));
  await give(12, 6, 5);
  await end(6, 'CancelCrowdfunding');
  const reports: unknown[] = [];
  const recordError = (fields: object) => void reports.push(fields);
  const one = startSettlementWorker(createLogWithoutWallet(11), {
    logger: { info: () => {}, error: recordError },
  });
  await waitUntil(async () => (await findStatement(6))?.held === MANY && reports.length > 0);
  await one.close();
  expect(reports[0]).toMatchObject({ crowdfunding: createCrowdfundingId(6), failed: MANY });

  const other = startSettlementWorker();
  await waitUntil(() => isSettled(6));
  await other.close();
}, 60_000);

test('a failed settlement delays no other crowdfunding and waits until its rows advance', async () => {
  for (const n of [7, 8]) await createCrowdfunding(n);
  await Promise.all([give(13, 7, 6), give(14, 8, 6)]);
  await end(7, 'CancelCrowdfunding');
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  let isAsleep = false;
  let wakeUp = (): void => {};
  const over = new Promise<boolean>((resolve) => {
    wakeUp = () => resolve(false);
  });
  const waitFor: typeof progress.waitFor = async (names, position, waitMs) => {
    isAsleep = position > (await log.head());
    if (!isAsleep) return progress.waitFor(names, position, waitMs);
    return Promise.race([progress.waitFor(names, position, 60_000), over]);
  };
  const one = startSettlementWorker(createLogWithoutWallet(13), { progress: { waitFor } });
  await waitUntil(() => isAsleep);
  await end(8, 'CloseCrowdfunding');
  await waitUntil(() => isSettled(8));
  wakeUp();
  await one.close();
  expect((await getStatement(7)).held).toBe(6);
});

test('the settlement ends immediately, although its rows are behind its commands', async () => {
  await createCrowdfunding(9);
  await give(15, 9, 6);
  await end(9, 'CancelCrowdfunding');
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  let isWaiting = false;
  const waitFor = (): Promise<boolean> => {
    isWaiting = true;
    return new Promise(() => {});
  };
  const one = startSettlementWorker(log, { progress: { waitFor } });
  await waitUntil(() => isWaiting);
  const startedAt = performance.now();
  await one.close();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('events without effect on its rows cause no extra queries of the settlement', async () => {
  let waits = 0;
  let rounds = 0;
  const query = (async (...args: Parameters<typeof database.pool.query>) => {
    if ((args[0] as { readonly name?: string }).name === 'campaigns-to-settle') rounds += 1;
    return database.pool.query(...args);
  }) as typeof database.pool.query;
  const waitFor = async (): Promise<boolean> => {
    waits += 1;
    return true;
  };
  startSettlementWorker(log, {
    pool: Object.assign(Object.create(database.pool), { query }),
    progress: { waitFor },
  });
  await waitUntil(() => waits >= 50);
  expect(rounds).toBeLessThan(waits / 4);
});
