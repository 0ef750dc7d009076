import { isPositiveCoins, least } from '../kernel/coins.ts';
import { accept, type Decision, nothingToDo, refuse } from '../kernel/decider.ts';
import { entryOf } from '../kernel/layered-map.ts';
import type { AdjustmentCommand, ApproveAdjustment, ProposeAdjustment } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { decideProposal } from './proposals.ts';
import { impossibleAmount } from './refusals.ts';
import type { RememberedProposal, WalletState } from './state.ts';

function propose(command: ProposeAdjustment, state: WalletState): Decision<WalletEvent> {
  const { accountId, adjustmentId, kind, amount, staffId: proposedBy } = command;
  if (entryOf(state.proposals, adjustmentId)) return nothingToDo;
  if (!isPositiveCoins(amount)) return impossibleAmount;
  return accept({ type: 'AdjustmentProposed', data: { accountId, adjustmentId, kind, amount, proposedBy } });
}

/** What two members of staff agreed on happens, as far as the wallet allows it now. */
function approve(
  { accountId, adjustmentId, staffId: approvedBy }: ApproveAdjustment,
  { kind, amount, proposedBy }: RememberedProposal,
  { balance, owed }: WalletState,
): Decision<WalletEvent> {
  const agreed = { accountId, adjustmentId, proposedBy, approvedBy, amount };
  switch (kind) {
    case 'WRITE_OFF':
      if (amount > owed) return refuse('MORE_THAN_OWED', 'The account does not owe that much.');
      return accept({ type: 'ReceivableWrittenOff', data: agreed });
    case 'DEBIT':
      if (amount > balance) return refuse('INSUFFICIENT_COINS', 'The wallet does not hold that much.');
      return accept({ type: 'BalanceAdjusted', data: { ...agreed, direction: kind, repaid: 0 } });
    case 'CREDIT':
      return accept({
        type: 'BalanceAdjusted',
        data: { ...agreed, direction: kind, repaid: least(amount, owed) },
      });
  }
}

/** Staff change what a wallet holds or owes: one proposes, another one approves. Whoever proposed may take it back. */
export function decideAdjustment(command: AdjustmentCommand, state: WalletState): Decision<WalletEvent> {
  if (command.type === 'ProposeAdjustment') return propose(command, state);
  const { accountId, adjustmentId, staffId } = command;
  const proposal = entryOf(state.proposals, adjustmentId);
  if (command.type === 'ApproveAdjustment')
    return decideProposal(proposal, {
      status: 'APPROVED',
      staffId,
      decide: (open) => approve(command, open, state),
    });
  const data = { accountId, adjustmentId, declinedBy: staffId };
  return decideProposal(proposal, {
    status: 'DECLINED',
    staffId,
    decide: () => accept({ type: 'AdjustmentDeclined', data }),
  });
}
