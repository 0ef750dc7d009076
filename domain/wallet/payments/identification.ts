import { accept, type Decision, forbid, noEvents, refuse } from '../../kernel/decider.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import { decideProposal } from '../proposals.ts';
import { identificationWaits, ownWalletCredited, paymentNotInSuspense, paymentTakenBack } from '../rules.ts';
import type { ApproveIdentification, IdentificationCommand, ProposeIdentification } from './commands.ts';
import type { PaymentEvent } from './events.ts';
import type { PaymentState, ProposedIdentification } from './state.ts';

/**
 * Returns a rejection if the payment cannot be identified, otherwise null. After a partial withdrawal, only a refund is
 * possible.
 */
function checkSuspense({ status, withdrawn }: PaymentState): Decision<never> | null {
  if (status !== 'SUSPENDED') return refuse(paymentNotInSuspense);
  return withdrawn > 0 ? refuse(paymentTakenBack) : null;
}

/** Proposes an owner. Proposing the same account again has no effect. Only one proposal can be open at a time. */
function proposeIdentification(
  { paymentId, adjustmentId, accountId, staffId: proposedBy }: ProposeIdentification,
  state: PaymentState,
): Decision<PaymentEvent> {
  const problem = checkSuspense(state);
  if (problem) return problem;
  const { amount, identifications, openIdentification } = state;
  const open = openIdentification && getEntry(identifications, openIdentification);
  if (open && open.accountId !== accountId) return refuse(identificationWaits);
  if (open) return noEvents;
  return accept({
    type: 'IdentificationProposed',
    data: { paymentId, adjustmentId, accountId, amount, proposedBy },
  });
}

const approveIdentification = (
  { paymentId, adjustmentId, purchaseId, staffId: identifiedBy }: ApproveIdentification,
  { accountId, proposedBy }: ProposedIdentification,
  state: PaymentState,
): Decision<PaymentEvent> =>
  checkSuspense(state) ??
  accept({
    type: 'UnknownPaymentIdentified',
    data: { paymentId, purchaseId, accountId, amount: state.amount, identifiedBy, adjustmentId, proposedBy },
  });

/** Returns the account named in the command or in the proposal that it decides on. */
const getAccountId = (command: IdentificationCommand, state: PaymentState): AccountId | undefined =>
  command.type === 'ProposeIdentification'
    ? command.accountId
    : getEntry(state.identifications, command.adjustmentId)?.accountId;

/** Decides who owns a payment in suspense. One staff member proposes an owner, and another approves the proposal. */
export function decideIdentification(
  command: IdentificationCommand,
  state: PaymentState,
): Decision<PaymentEvent> {
  const { paymentId, adjustmentId, staffId } = command;
  if (getAccountId(command, state) === staffId) return forbid(ownWalletCredited);
  if (command.type === 'ProposeIdentification') return proposeIdentification(command, state);
  const proposal = getEntry(state.identifications, adjustmentId);
  if (command.type === 'ApproveIdentification')
    return decideProposal(proposal, {
      status: 'APPROVED',
      staffId,
      decide: (open) => approveIdentification(command, open, state),
    });
  return decideProposal(proposal, {
    status: 'DECLINED',
    staffId,
    decide: ({ accountId }) =>
      accept({
        type: 'IdentificationDeclined',
        data: { paymentId, adjustmentId, accountId, declinedBy: staffId },
      }),
  });
}
