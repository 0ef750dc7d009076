import { createCrowdfunding, donate } from '../../application/crowdfunding.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { buyCoins } from './buy-coins.ts';
import {
  type Accounts,
  createContext,
  createIdAt,
  DAY_MS,
  type DemoSystem,
  expectAccepted,
  getAccount,
  HOUR_MS,
  MINUTE_MS,
  toActor,
} from './context.ts';
import { type DemoCrowdfunding, demoCrowdfundings } from './crowdfundings.ts';
import { people } from './people.ts';
import { renderPng } from './pictures.ts';

/** Age of the first campaign. The others are spread evenly between then and now. */
const OLDEST_AGE_MS = 8 * DAY_MS;
const APPROVED_AFTER_MS = 2 * HOUR_MS;

const COINS_PER_PURCHASE = 2_500;

/** A campaign and its start and end, in milliseconds since 1970. */
interface RunningCrowdfunding {
  readonly crowdfunding: DemoCrowdfunding;
  readonly crowdfundingId: CrowdfundingId;
  readonly creatorId: AccountId;
  readonly approvedAt: number;
  readonly endedAt: number;
}

/**
 * Creates the campaigns, buys coins and donates them. Ended campaigns are left to the settlement. Without the payment
 * simulator, nothing is bought or donated.
 * @returns the number of campaigns
 */
export async function createDemoCrowdfundings(
  system: DemoSystem,
  accounts: Accounts,
  now: number,
): Promise<number> {
  const oldestCreatedAt = now - OLDEST_AGE_MS;
  const runningCrowdfundings: RunningCrowdfunding[] = [];
  for (const [i, crowdfunding] of demoCrowdfundings.entries()) {
    const createdAt = Math.round(oldestCreatedAt + (i * OLDEST_AGE_MS) / demoCrowdfundings.length);
    runningCrowdfundings.push(await createDemoCrowdfunding(system, accounts, crowdfunding, createdAt, now));
  }
  if (system.paymentSimulator) {
    await buyCoinsForAll(system, accounts, oldestCreatedAt + APPROVED_AFTER_MS);
    for (const runningCrowdfunding of runningCrowdfundings)
      await donateAll(system, accounts, runningCrowdfunding);
  }
  for (const runningCrowdfunding of runningCrowdfundings) await endCrowdfunding(system, runningCrowdfunding);
  return runningCrowdfundings.length;
}

async function createDemoCrowdfunding(
  system: DemoSystem,
  accounts: Accounts,
  crowdfunding: DemoCrowdfunding,
  createdAt: number,
  now: number,
): Promise<RunningCrowdfunding> {
  const { creator, title, description, goalAmount, durationDays, picture, state } = crowdfunding;
  const creatorId = getAccount(accounts, creator);
  const crowdfundingId = createIdAt(createdAt);
  const imageBase64 = await renderPng(picture);
  const form = { crowdfundingId, creatorId, title, description, goalAmount, durationDays, imageBase64 };
  const context = createContext(toActor(creatorId), createdAt, crowdfundingId);
  expectAccepted(await createCrowdfunding(system, form, context));
  const approvedAt = createdAt + APPROVED_AFTER_MS;
  if (state !== 'PENDING') await approveCrowdfunding(system, accounts, crowdfundingId, approvedAt);
  const endedAt = Math.round(approvedAt + (now - approvedAt) * 0.8);
  return { crowdfunding, crowdfundingId, creatorId, approvedAt, endedAt };
}

async function approveCrowdfunding(
  { handler }: DemoSystem,
  accounts: Accounts,
  crowdfundingId: CrowdfundingId,
  at: number,
): Promise<void> {
  const actor: Actor = { kind: 'staff', id: getAccount(accounts, people[0]?.username ?? '') };
  const context = createContext(actor, at);
  const command = {
    type: 'ApproveCrowdfunding',
    crowdfundingId,
    staffId: actor.id,
    at: context.occurredAt,
  } as const;
  expectAccepted(await handler.handle(crowdfundingDecider, crowdfundingId, command, context));
}

/** Buys as many coins as each account will donate, rounded up. */
async function buyCoinsForAll(system: DemoSystem, accounts: Accounts, at: number): Promise<void> {
  const { paymentSimulator } = system;
  if (!paymentSimulator) return;
  const coinsByUsername = new Map<string, number>();
  for (const [username, coins] of demoCrowdfundings.flatMap(({ donations }) => donations))
    coinsByUsername.set(username, (coinsByUsername.get(username) ?? 0) + coins);
  for (const [i, [username, coins]] of [...coinsByUsername].entries()) {
    const amount = (Math.floor(coins / COINS_PER_PURCHASE) + 1) * COINS_PER_PURCHASE;
    await buyCoins(system, paymentSimulator, getAccount(accounts, username), amount, at + i * 2 * MINUTE_MS);
  }
}

async function donateAll(
  system: DemoSystem,
  accounts: Accounts,
  { crowdfunding, crowdfundingId, approvedAt, endedAt }: RunningCrowdfunding,
): Promise<void> {
  const { donations } = crowdfunding;
  const intervalMs = (endedAt - approvedAt) / (donations.length + 1);
  for (const [i, [username, amount]] of donations.entries()) {
    const donor = { id: getAccount(accounts, username), isStaff: false };
    const at = Math.round(approvedAt + (i + 1) * intervalMs);
    const donationId = createIdAt(at);
    const context = createContext(toActor(donor.id), at, donationId);
    expectAccepted(await donate(system, donor, { donationId, crowdfundingId, amount }, context));
  }
}

async function endCrowdfunding(
  { handler }: DemoSystem,
  { crowdfunding: { state }, crowdfundingId, creatorId: accountId, endedAt }: RunningCrowdfunding,
): Promise<void> {
  if (state !== 'CLOSED' && state !== 'CANCELLED') return;
  const type = state === 'CLOSED' ? 'CloseCrowdfunding' : 'CancelCrowdfunding';
  const context = createContext(toActor(accountId), endedAt);
  const command = { type, crowdfundingId, accountId } as const;
  expectAccepted(await handler.handle(crowdfundingDecider, crowdfundingId, command, context));
}
