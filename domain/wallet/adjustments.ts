import { isPositiveCoins, minCoins } from '../kernel/coins.ts';
import { accept, type Decision, noEvents, refuse } from '../kernel/decider.ts';
import { getEntry } from '../kernel/persistent-map.ts';
import type { AdjustmentCommand, ApproveAdjustment, ProposeAdjustment } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { decideProposal } from './proposals.ts';
import { amountNotPositive, moreThanHeld, moreThanOwed } from './rules.ts';
import type { AdjustmentProposal, WalletState } from './state.ts';

function proposeAdjustment(command: ProposeAdjustment, state: WalletState): Decision<WalletEvent> {
  const { accountId, adjustmentId, kind, amount, staffId: proposedBy } = command;
  if (getEntry(state.proposals, adjustmentId)) return noEvents;
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  return accept({ type: 'AdjustmentProposed', data: { accountId, adjustmentId, kind, amount, proposedBy } });
}

/** Approves an adjustment. Checks the amount against the current wallet, which may have changed since the proposal. */
function approveAdjustment(
  { accountId, adjustmentId, staffId: approvedBy }: ApproveAdjustment,
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

/**
 * Decides commands about balance and debt adjustments. One staff member proposes an adjustment and another approves it.
 * Any staff member can decline it, including the proposer.
 */
export function decideAdjustment(command: AdjustmentCommand, state: WalletState): Decision<WalletEvent> {
  if (command.type === 'ProposeAdjustment') return proposeAdjustment(command, state);
  const { accountId, adjustmentId, staffId } = command;
  const proposal = getEntry(state.proposals, adjustmentId);
  if (command.type === 'ApproveAdjustment')
    return decideProposal(proposal, {
      status: 'APPROVED',
      staffId,
      decide: (open) => approveAdjustment(command, open, state),
    });
  const data = { accountId, adjustmentId, declinedBy: staffId };
  return decideProposal(proposal, {
    status: 'DECLINED',
    staffId,
    decide: () => accept({ type: 'AdjustmentDeclined', data }),
  });
}
