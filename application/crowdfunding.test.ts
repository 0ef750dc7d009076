import { createMemoryEventLog } from '../adapters/event-log/memory.ts';
import { accountDecider } from '../domain/accounts/decide.ts';
import { crowdfundingDecider } from '../domain/crowdfunding/decide.ts';
import { createHandler } from '../domain/handle.ts';
import { walletDecider } from '../domain/wallet/decide.ts';
import { createCrowdfunding, donate } from './crowdfunding.ts';

const createId = (n: number) => `01980000-0000-7000-8000-00000000000${n}`;
const [creatorId, donorId, crowdfundingId] = [createId(1), createId(2), createId(3)];
const donor = { id: donorId, isStaff: false };

let contextCount = 0;
const createContext = (accountId: string, commandId?: string) => {
  contextCount += 1;
  const newId = `01980000-0000-7000-9000-${contextCount.toString(16).padStart(12, '0')}`;
  return {
    commandId: commandId ?? newId,
    correlationId: newId,
    actor: { kind: 'account', id: accountId } as const,
    occurredAt: '2026-11-21T09:30:00.000Z',
  };
};

/** Registers a creator with a pending campaign, and a donor with 1,000 coins. */
async function setUp(title = 'A boat for seals') {
  const log = createMemoryEventLog();
  const handler = createHandler({ log });
  const storedIds = new Set<string>();
  const dependencies = {
    handler,
    pictures: { shrink: async () => ({ jpeg: new Uint8Array(), hash: 'a'.repeat(64) }) },
    privateData: {
      pictures: {
        save: async (subjectId: string) => {
          storedIds.add(subjectId);
          return { imageHash: 'a'.repeat(64) };
        },
        delete: async (subjectId: string) => void storedIds.delete(subjectId),
      },
    },
  } as unknown as Parameters<typeof createCrowdfunding>[0];
  for (const accountId of [creatorId, donorId]) {
    const names = { nickname: `otter${accountId.at(-1)}`, profileName: 'Otter', category: null };
    const registerCommand = { type: 'RegisterAccount', accountId, role: 'USER', ...names } as const;
    await handler.handle(accountDecider, accountId, registerCommand, createContext(accountId));
  }
  const purchase = { purchaseId: createId(4), paymentId: 'pi_1', amount: 1_000, source: 'clearing' } as const;
  const purchaseCommand = { type: 'PurchaseCoins', accountId: donorId, ...purchase } as const;
  await handler.handle(walletDecider, donorId, purchaseCommand, createContext(donorId));
  const form = { title, description: 'With a quiet engine.', goalAmount: 50_000, durationDays: 30 };
  const crowdfunding = { crowdfundingId, creatorId, ...form, imageBase64: '' };
  const creationResult = await createCrowdfunding(
    dependencies,
    crowdfunding,
    createContext(creatorId, crowdfundingId),
  );
  const approve = () =>
    handler.handle(
      crowdfundingDecider,
      crowdfundingId,
      { type: 'ApproveCrowdfunding', crowdfundingId, staffId: createId(5), at: '2026-11-21T09:00:00.000Z' },
      createContext(createId(5)),
    );
  const donateCoins = (amount: number, donationId = createId(6)) =>
    donate(dependencies, donor, { donationId, crowdfundingId, amount }, createContext(donorId, donationId));
  return { log, handler, stored: storedIds, created: creationResult, approve, donateCoins };
}

test('takes a donation to an approved crowdfunding from the wallet', async () => {
  const { approve, donateCoins } = await setUp();
  await approve();
  expect(await donateCoins(400)).toMatchObject({ accepted: true, state: { balance: 600 } });
});

test('hides a crowdfunding without approval from donors', async () => {
  const { donateCoins } = await setUp();
  expect(await donateCoins(400)).toMatchObject({
    rejection: { kind: 'not-found', code: 'CROWDFUNDING_NOT_FOUND' },
  });
});

test('rejects donations to a crowdfunding of a deactivated creator', async () => {
  const { handler, approve, donateCoins } = await setUp();
  await approve();
  const deactivateCommand = { type: 'DeactivateAccount', accountId: creatorId } as const;
  await handler.handle(accountDecider, creatorId, deactivateCommand, createContext(creatorId));
  expect(await donateCoins(400)).toMatchObject({ accepted: false, rejection: { kind: 'refused' } });
});

test.each([
  ['account is deactivated', accountDecider, { type: 'DeactivateAccount', accountId: creatorId }],
  [
    'campaign is cancelled',
    crowdfundingDecider,
    { type: 'CancelCrowdfunding', crowdfundingId, accountId: creatorId },
  ],
] as const)('rejects donations after the %s by another process', async (_, decider, command) => {
  const { log, approve, donateCoins } = await setUp();
  await approve();
  expect(await donateCoins(400)).toMatchObject({ accepted: true });
  const subject = 'crowdfundingId' in command ? command.crowdfundingId : command.accountId;
  await createHandler({ log }).handle(decider as never, subject, command as never, createContext(creatorId));
  expect(await donateCoins(100, createId(7))).toMatchObject({
    accepted: false,
    rejection: { kind: 'refused' },
  });
});

test('stores the picture of a crowdfunding, and deletes it when the crowdfunding is rejected', async () => {
  expect((await setUp()).stored).toEqual(new Set([crowdfundingId]));
  const { created, stored } = await setUp('');
  expect([created.accepted, stored.size]).toEqual([false, 0]);
});
