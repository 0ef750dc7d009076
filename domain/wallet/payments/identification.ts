import { accept, type Decision, forbid, nothingToDo, refuse } from '../../kernel/decider.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { entryOf } from '../../kernel/layered-map.ts';
import { decideProposal } from '../proposals.ts';
import { notInSuspense } from '../refusals.ts';
import type { ApproveIdentification, IdentificationCommand, ProposeIdentification } from './commands.ts';
import type { PaymentEvent } from './events.ts';
import type { PaymentState, RememberedIdentification } from './state.ts';

const ownWallet = forbid('OWN_WALLET', 'Staff cannot credit a wallet of their own.');

/** Money in suspense is identified whole, or goes back whole through the provider. Null if it can be identified. */
function suspenseProblem({ status, withdrawn }: PaymentState): Decision<never> | null {
  if (status !== 'SUSPENDED') return notInSuspense;
  return withdrawn > 0
    ? refuse('PAYMENT_TAKEN_BACK', 'The provider has taken money of this payment back.')
    : null;
}

/** Proposing the same account again changes nothing; at most one account waits for approval at a time. */
function propose(
  { paymentId, adjustmentId, accountId, staffId: proposedBy }: ProposeIdentification,
  state: PaymentState,
): Decision<PaymentEvent> {
  const problem = suspenseProblem(state);
  if (problem) return problem;
  const { amount, identifications, openIdentification } = state;
  const open = openIdentification && entryOf(identifications, openIdentification);
  if (open && open.accountId !== accountId)
    return refuse(
      'IDENTIFICATION_WAITS',
      'Another identification of this payment waits for a decision. Decline it first.',
    );
  if (open) return nothingToDo;
  return accept({
    type: 'IdentificationProposed',
    data: { paymentId, adjustmentId, accountId, amount, proposedBy },
  });
}

const approve = (
  { paymentId, adjustmentId, purchaseId, staffId: identifiedBy }: ApproveIdentification,
  { accountId, proposedBy }: RememberedIdentification,
  state: PaymentState,
): Decision<PaymentEvent> =>
  suspenseProblem(state) ??
  accept({
    type: 'UnknownPaymentIdentified',
    data: { paymentId, purchaseId, accountId, amount: state.amount, identifiedBy, adjustmentId, proposedBy },
  });

/** The account that a command is about: the one that it names, or that of its proposal. */
const accountOf = (command: IdentificationCommand, state: PaymentState): AccountId | undefined =>
  command.type === 'ProposeIdentification'
    ? command.accountId
    : entryOf(state.identifications, command.adjustmentId)?.accountId;

/** Staff say whose money in suspense it is: one proposes, another one approves, as for adjustments. */
export function decideIdentification(
  command: IdentificationCommand,
  state: PaymentState,
): Decision<PaymentEvent> {
  const { paymentId, adjustmentId, staffId } = command;
  if (accountOf(command, state) === staffId) return ownWallet;
  if (command.type === 'ProposeIdentification') return propose(command, state);
  const proposal = entryOf(state.identifications, adjustmentId);
  if (command.type === 'ApproveIdentification')
    return decideProposal(proposal, {
      status: 'APPROVED',
      staffId,
      decide: (open) => approve(command, open, state),
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
