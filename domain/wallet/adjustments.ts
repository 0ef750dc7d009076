import { isPositiveCoins, minCoins } from '../kernel/coins.ts';
import { accept, type Decision, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import { getEntry } from '../kernel/persistent-map.ts';
import type { AdjustmentCommand } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { checkProposalDecision } from './proposals.ts';
import { adjustmentNotFound, amountNotPositive, moreThanHeld, moreThanOwed } from './rules.ts';
import type { AdjustmentProposal, WalletState } from './state.ts';

function proposeAdjustment(
  command: OfType<AdjustmentCommand, 'ProposeAdjustment'>,
  state: WalletState,
): Decision<WalletEvent> {
  const { accountId, adjustmentId, kind, amount, staffId: proposedBy } = command;
  if (getEntry(state.proposals, adjustmentId)) return noEvents;
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  return accept({ type: 'AdjustmentProposed', data: { accountId, adjustmentId, kind, amount, proposedBy } });
}

/** Approves an adjustment. Checks the amount against the current wallet, which may have changed since the proposal. */
function approveAdjustment(
  { accountId, adjustmentId, staffId: approvedBy }: OfType<AdjustmentCommand, 'ApproveAdjustment'>,
  { kind, amount, proposedBy }: AdjustmentProposal,
  { balance, owed }: WalletState,
): Decision<WalletEvent> {
  const adjustment = { accountId, adjustmentId, proposedBy, approvedBy, amount };
  switch (kind) {
    case 'WRITE_OFF':
      if (amount > owed) return refuse(moreThanOwed);
      return accept({ type: 'ReceivableWrittenOff', data: adjustment });
    case 'DEBIT':
      if (amount > balance) return refuse(moreThanHeld);
      return accept({ type: 'BalanceAdjusted', data: { ...adjustment, direction: kind, repaid: 0 } });
    case 'CREDIT':
      return accept({
        type: 'BalanceAdjusted',
        data: { ...adjustment, direction: kind, repaid: minCoins(amount, owed) },
      });
  }
}

/** Decides adjustments: one staff member proposes, another approves. Any staff member can decline. */
export function decideAdjustment(command: AdjustmentCommand, state: WalletState): Decision<WalletEvent> {
  if (command.type === 'ProposeAdjustment') return proposeAdjustment(command, state);
  const { accountId, adjustmentId, staffId } = command;
  const proposal = getEntry(state.proposals, adjustmentId);
  if (!proposal) return notFound(adjustmentNotFound);
  if (command.type === 'ApproveAdjustment')
    return (
      checkProposalDecision(proposal, 'APPROVED', staffId) ?? approveAdjustment(command, proposal, state)
    );
  return (
    checkProposalDecision(proposal, 'DECLINED', staffId) ??
    accept({ type: 'AdjustmentDeclined', data: { accountId, adjustmentId, declinedBy: staffId } })
  );
}
