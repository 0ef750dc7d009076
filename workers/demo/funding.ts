import { createCrowdfunding, donate } from '../../application/crowdfunding.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import {
  type Accounts,
  accountOf,
  contextOf,
  DAY,
  type DemoSystem,
  expectAccepted,
  HOUR,
  idAt,
  MINUTE,
  self,
} from './acting.ts';
import { buyCoins } from './buying.ts';
import { campaigns, type DemoCampaign } from './campaigns.ts';
import { people } from './people.ts';
import { pngOf } from './pictures.ts';

/** Age of the first campaign; the others are spread up to now. */
const BEGAN_MS = 8 * DAY;
const APPROVED_AFTER_MS = 2 * HOUR;

const COINS_PER_PURCHASE = 2_500;

/** A campaign and its period, in milliseconds since 1970. */
interface Running {
  readonly campaign: DemoCampaign;
  readonly crowdfundingId: CrowdfundingId;
  readonly creatorId: AccountId;
  readonly approvedAt: number;
  readonly endedAt: number;
}

/**
 * Creates the campaigns, buys coins and donates them; the settlement handles ended campaigns. Without the simulator,
 * nothing is bought or donated.
 * @returns the number of campaigns
 */
export async function fundAll(system: DemoSystem, accounts: Accounts, now: number): Promise<number> {
  const began = now - BEGAN_MS;
  const running: Running[] = [];
  for (const [i, campaign] of campaigns.entries()) {
    const createdAt = Math.round(began + (i * BEGAN_MS) / campaigns.length);
    running.push(await create(system, accounts, campaign, createdAt, now));
  }
  if (system.paymentSimulator) {
    await buyCoinsForAll(system, accounts, began + APPROVED_AFTER_MS);
    for (const one of running) await donateAll(system, accounts, one);
  }
  for (const one of running) await end(system, one);
  return running.length;
}

async function create(
  system: DemoSystem,
  accounts: Accounts,
  campaign: DemoCampaign,
  createdAt: number,
  now: number,
): Promise<Running> {
  const { by, title, description, goalAmount, durationDays, picture, state } = campaign;
  const creatorId = accountOf(accounts, by);
  const crowdfundingId = idAt(createdAt);
  const imageBase64 = await pngOf(picture);
  const form = { crowdfundingId, creatorId, title, description, goalAmount, durationDays, imageBase64 };
  const context = contextOf(self(creatorId), createdAt, crowdfundingId);
  expectAccepted(await createCrowdfunding(system, form, context));
  const approvedAt = createdAt + APPROVED_AFTER_MS;
  if (state !== 'PENDING') await approve(system, accounts, crowdfundingId, approvedAt);
  const endedAt = Math.round(approvedAt + (now - approvedAt) * 0.8);
  return { campaign, crowdfundingId, creatorId, approvedAt, endedAt };
}

async function approve(
  { handler }: DemoSystem,
  accounts: Accounts,
  crowdfundingId: CrowdfundingId,
  at: number,
): Promise<void> {
  const actor: Actor = { kind: 'staff', id: accountOf(accounts, people[0]?.username ?? '') };
  const context = contextOf(actor, at);
  const command = {
    type: 'ApproveCrowdfunding',
    crowdfundingId,
    staffId: actor.id,
    at: context.occurredAt,
  } as const;
  expectAccepted(await handler.handle(crowdfundingDecider, crowdfundingId, command, context));
}

/** Buys for each account the coins it will donate, rounded up. */
async function buyCoinsForAll(system: DemoSystem, accounts: Accounts, at: number): Promise<void> {
  const { paymentSimulator } = system;
  if (!paymentSimulator) return;
  const wanted = new Map<string, number>();
  for (const [who, coins] of campaigns.flatMap(({ donations }) => donations))
    wanted.set(who, (wanted.get(who) ?? 0) + coins);
  for (const [i, [who, coins]] of [...wanted].entries()) {
    const amount = (Math.floor(coins / COINS_PER_PURCHASE) + 1) * COINS_PER_PURCHASE;
    await buyCoins(system, paymentSimulator, accountOf(accounts, who), amount, at + i * 2 * MINUTE);
  }
}

async function donateAll(
  system: DemoSystem,
  accounts: Accounts,
  { campaign, crowdfundingId, approvedAt, endedAt }: Running,
): Promise<void> {
  const { donations } = campaign;
  const between = (endedAt - approvedAt) / (donations.length + 1);
  for (const [i, [who, amount]] of donations.entries()) {
    const donor = { id: accountOf(accounts, who), staff: false };
    const at = Math.round(approvedAt + (i + 1) * between);
    const donationId = idAt(at);
    const context = contextOf(self(donor.id), at, donationId);
    expectAccepted(await donate(system, donor, { donationId, crowdfundingId, amount }, context));
  }
}

async function end(
  { handler }: DemoSystem,
  { campaign: { state }, crowdfundingId, creatorId: accountId, endedAt }: Running,
): Promise<void> {
  if (state !== 'CLOSED' && state !== 'CANCELLED') return;
  const type = state === 'CLOSED' ? 'CloseCrowdfunding' : 'CancelCrowdfunding';
  const context = contextOf(self(accountId), endedAt);
  const command = { type, crowdfundingId, accountId } as const;
  expectAccepted(await handler.handle(crowdfundingDecider, crowdfundingId, command, context));
}
