import { createIdSource } from '../../adapters/clock.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { canReceiveDonations } from '../../domain/crowdfunding/state.ts';
import type { CommandContext, CommandResult, Handler } from '../../domain/handle.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';

/** Fixed timestamp for all events in the coin benchmarks. */
export const NOW = '2026-11-21T09:30:00.000Z';

const ids = createIdSource();

const createContext = (accountId: AccountId, commandId = ids.next()): CommandContext => ({
  commandId,
  correlationId: commandId,
  actor: { kind: 'account', id: accountId },
  occurredAt: NOW,
});

async function assertAccepted<State>(
  pendingResult: Promise<CommandResult<State, DomainEvent>>,
): Promise<void> {
  const result = await pendingResult;
  if (!result.accepted) throw new Error(result.rejection.message);
}

/** Creates an active campaign. Returns its id. */
export async function createCrowdfunding(handler: Handler, creatorId: AccountId): Promise<CrowdfundingId> {
  const crowdfundingId = ids.next();
  const form = { title: 'A pond', description: 'For otters', goalAmount: 10_000, durationDays: 7 };
  const creation = {
    type: 'CreateCrowdfunding',
    crowdfundingId,
    creatorId,
    imageHash: '0'.repeat(64),
    ...form,
  } as const;
  const approval = { type: 'ApproveCrowdfunding', crowdfundingId, staffId: ids.next(), at: NOW } as const;
  for (const command of [creation, approval])
    await assertAccepted(
      handler.handle(crowdfundingDecider, crowdfundingId, command, createContext(creatorId)),
    );
  return crowdfundingId;
}

const endCrowdfunding =
  (type: 'CancelCrowdfunding' | 'CloseCrowdfunding') =>
  (handler: Handler, accountId: AccountId, crowdfundingId: CrowdfundingId): Promise<void> => {
    const command = { type, crowdfundingId, accountId } as const;
    return assertAccepted(
      handler.handle(crowdfundingDecider, crowdfundingId, command, createContext(accountId)),
    );
  };

export const cancel = endCrowdfunding('CancelCrowdfunding');

export const close = endCrowdfunding('CloseCrowdfunding');

/** Credits a purchase of `amount` coins to the account's wallet. */
export function buy(handler: Handler, accountId: AccountId, amount: number): Promise<void> {
  const purchaseId = ids.next();
  const paymentId = `pi_${purchaseId}`;
  const source = 'clearing' as const;
  const command = { type: 'PurchaseCoins', accountId, purchaseId, paymentId, amount, source } as const;
  return assertAccepted(handler.handle(walletDecider, accountId, command, createContext(accountId)));
}

/**
 * Donates like the API: loads the campaign to check that it accepts donations, then executes the wallet command.
 */
export async function donate(
  handler: Handler,
  accountId: AccountId,
  crowdfundingId: CrowdfundingId,
  amount: number,
): Promise<void> {
  const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
  if (state.status === 'NONE') throw new Error('there is no such campaign');
  const donationId = ids.next();
  const target = {
    crowdfundingId,
    creatorId: state.creatorId,
    acceptsDonations: canReceiveDonations(state, NOW),
  };
  const command = { type: 'DonateCoins', accountId, donationId, amount, target } as const;
  await assertAccepted(
    handler.handle(walletDecider, accountId, command, createContext(accountId, donationId)),
  );
}
