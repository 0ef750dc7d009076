import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { createHandler, type Handler } from '../../domain/handle.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { createReadModelProgress, type SharedProgress } from '../../projections/engine/progress.ts';
import { rebuildProjection } from '../../projections/rebuild.ts';
import { projections } from '../../projections/registry.ts';
import { startSettlement } from '../../workers/crowdfunding/settlement.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { createAccountId, createId } from '../support/projections/history.ts';
import { runEngine } from '../support/projections/running.ts';
import { purchaseCoins } from '../support/purchase.ts';
import { waitUntil } from '../support/wait.ts';

const [CREATOR, DONOR] = [createAccountId(0), createAccountId(1)];
const CROWDFUNDING_ID = createId(4, 1);

let database: TestDatabase;
let progress: SharedProgress;
let idCount = 0;
const failures: string[] = [];
const recoveredSubjects: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  progress = createReadModelProgress(database.pool, createPostgresFanOut(database.pool));
});
afterAll(async () => {
  await progress.close();
  await database.drop();
});

const createNextId = (): string => {
  idCount += 1;
  return createId(7, idCount * 0x100);
};
const getNow = (): string => new Date().toISOString();
const createContext = () => ({
  commandId: createNextId(),
  correlationId: createId(8, 0),
  actor: { kind: 'system', id: 'test' } as const,
  occurredAt: getNow(),
});

async function openCrowdfunding(handler: Handler): Promise<void> {
  const form = { title: 'Pond', description: 'For otters', goalAmount: 10_000, durationDays: 7 };
  const ids = { crowdfundingId: CROWDFUNDING_ID, creatorId: CREATOR, imageHash: '' };
  const creation = { type: 'CreateCrowdfunding', ...ids, ...form } as const;
  await handler.handle(crowdfundingDecider, CROWDFUNDING_ID, creation, createContext());
  const approval = {
    type: 'ApproveCrowdfunding',
    crowdfundingId: CROWDFUNDING_ID,
    staffId: createNextId(),
    at: getNow(),
  } as const;
  await handler.handle(crowdfundingDecider, CROWDFUNDING_ID, approval, createContext());
}

const closeCrowdfunding = (handler: Handler) =>
  handler.handle(
    crowdfundingDecider,
    CROWDFUNDING_ID,
    { type: 'CloseCrowdfunding', crowdfundingId: CROWDFUNDING_ID, accountId: CREATOR },
    createContext(),
  );

async function buyAndDonate(handler: Handler, amount: number): Promise<void> {
  await purchaseCoins(handler, DONOR, amount, createContext());
  const target = { crowdfundingId: CROWDFUNDING_ID, creatorId: CREATOR, acceptsDonations: true };
  const donation = { accountId: DONOR, donationId: createNextId(), amount, target };
  await handler.handle(walletDecider, DONOR, { type: 'DonateCoins', ...donation }, createContext());
}

test('settles nothing while its rows are ahead of the log, and the exact sum once they are repaired', async () => {
  const log = createMemoryEventLog();
  const projectAll = async (): Promise<void> => {
    const engine = await runEngine(database.pool, log);
    await engine.waitUntilCaughtUp();
    await engine.stop();
  };
  const readReleasedCoins = async () =>
    (await log.readStream(`wallet-${CREATOR}`)).map(({ type, data }) => [type, data]);
  const handler = createHandler({ log });
  await openCrowdfunding(handler);
  await buyAndDonate(handler, 60);
  const copyPosition = await log.head();
  await buyAndDonate(handler, 4_000);
  await closeCrowdfunding(handler);
  await projectAll();
  log.truncate(copyPosition);

  const settlement = startSettlement({
    pool: database.pool,
    rawLog: log,
    handler: createHandler({ log }),
    progress,
    clock: { now: getNow },
    ids: { next: createNextId },
    logger: {
      info: () => {},
      error: (fields) => void failures.push(String((fields as { err?: Error }).err?.message)),
      recovered: (subject) => void recoveredSubjects.push(subject),
    },
  });
  try {
    await waitUntil(async () => failures.length > 0 || (await readReleasedCoins()).length > 0);
    expect(await readReleasedCoins()).toEqual([]);
    expect(failures[0]).toMatch(/^the read models are ahead of the log/);

    for (const projection of projections) await rebuildProjection({ log, pool: database.pool, projection });
    await waitUntil(() => recoveredSubjects.length > 0);
    expect(await readReleasedCoins()).toEqual([]);
    await closeCrowdfunding(createHandler({ log }));
    await projectAll();
    await waitUntil(async () => (await readReleasedCoins()).length > 0);
    expect(await readReleasedCoins()).toEqual([
      ['CampaignFundsReceived', expect.objectContaining({ amount: 60 })],
    ]);
  } finally {
    await settlement.close();
  }
});
