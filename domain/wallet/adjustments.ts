import { isPositiveCoins, least } from '../kernel/coins.ts';
import { accept, type Decision, forbid, notFound, nothingToDo, refuse } from '../kernel/decider.ts';
import type { AccountId, Uuid } from '../kernel/ids.ts';
import { entryOf } from '../kernel/layered-map.ts';
import type { AdjustmentCommand, ApproveAdjustment, ProposeAdjustment } from './commands.ts';
import type { WalletEvent } from './events.ts';
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
  if (proposedBy === approvedBy)
    return forbid('SECOND_PERSON_NEEDED', 'An adjustment needs the approval of another member of staff.');
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

function decline(accountId: AccountId, adjustmentId: Uuid, declinedBy: AccountId): Decision<WalletEvent> {
  return accept({ type: 'AdjustmentDeclined', data: { accountId, adjustmentId, declinedBy } });
}

/** Staff change what a wallet holds or owes: one proposes, another one approves. Whoever proposed may take it back. */
export function decideAdjustment(command: AdjustmentCommand, state: WalletState): Decision<WalletEvent> {
  if (command.type === 'ProposeAdjustment') return propose(command, state);
  const { accountId, adjustmentId, staffId } = command;
  const proposal = entryOf(state.proposals, adjustmentId);
  if (!proposal) return notFound('ADJUSTMENT_NOT_FOUND', 'The adjustment does not exist.');
  const wanted = command.type === 'ApproveAdjustment' ? 'APPROVED' : 'DECLINED';
  if (proposal.status === wanted) return nothingToDo;
  if (proposal.status !== 'OPEN')
    return refuse('ADJUSTMENT_DECIDED', 'The adjustment has been decided already.');
  return command.type === 'ApproveAdjustment'
    ? approve(command, proposal, state)
    : decline(accountId, adjustmentId, staffId);
}
