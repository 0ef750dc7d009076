import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { acceptsDonations } from '../../domain/crowdfunding/state.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
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
import { sendPicture } from './pictures.ts';

/** How long ago the first campaign was created; the others follow, spread up to now. */
const BEGAN_MS = 8 * DAY;
/** How long staff take to approve one. */
const APPROVED_AFTER_MS = 2 * HOUR;

/** Everybody buys this many coins at a time, and has some left. */
const PURSE = 2_500;

/** A campaign on its way, and when its life takes place, in milliseconds since 1970. */
interface Running {
  readonly campaign: DemoCampaign;
  readonly crowdfundingId: CrowdfundingId;
  readonly creatorId: AccountId;
  readonly approvedAt: number;
  readonly endedAt: number;
}

/**
 * Creates the campaigns, and has people buy coins and donate them; what is due when a campaign has ended is left to the
 * settlement. Without the simulator nobody buys or donates.
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
    await fillPurses(system, accounts, began + APPROVED_AFTER_MS);
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
  const imageHash = await sendPicture(system, crowdfundingId, creatorId, picture);
  const form = { title, description, goalAmount, durationDays, imageHash };
  const command = { type: 'CreateCrowdfunding', crowdfundingId, creatorId, ...form } as const;
  const context = contextOf(self(creatorId), createdAt, crowdfundingId);
  expectAccepted(await system.handler.handle(crowdfundingDecider, crowdfundingId, command, context));
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

/** Everybody buys what they will donate, rounded up. */
async function fillPurses(system: DemoSystem, accounts: Accounts, at: number): Promise<void> {
  const { paymentSimulator } = system;
  if (!paymentSimulator) return;
  const wanted = new Map<string, number>();
  for (const [who, coins] of campaigns.flatMap(({ donations }) => donations))
    wanted.set(who, (wanted.get(who) ?? 0) + coins);
  for (const [i, [who, coins]] of [...wanted].entries()) {
    const amount = (Math.floor(coins / PURSE) + 1) * PURSE;
    await buyCoins(system, paymentSimulator, accountOf(accounts, who), amount, at + i * 2 * MINUTE);
  }
}

async function donateAll(
  { handler }: DemoSystem,
  accounts: Accounts,
  { campaign, crowdfundingId, creatorId, approvedAt, endedAt }: Running,
): Promise<void> {
  const { donations } = campaign;
  const between = (endedAt - approvedAt) / (donations.length + 1);
  for (const [i, [who, amount]] of donations.entries()) {
    const accountId = accountOf(accounts, who);
    const at = Math.round(approvedAt + (i + 1) * between);
    const donationId = idAt(at);
    const context = contextOf(self(accountId), at, donationId);
    const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
    const target = {
      crowdfundingId,
      creatorId,
      acceptsDonations: acceptsDonations(state, context.occurredAt),
    };
    const command = { type: 'DonateCoins', accountId, donationId, amount, target } as const;
    expectAccepted(await handler.handle(walletDecider, accountId, command, context));
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
