import { accept, type Decision, forbid, noEvents, notFound, refuse } from '../../kernel/decider.ts';
import type { OfType } from '../../kernel/event.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import { checkProposalDecision } from '../proposals.ts';
import {
  adjustmentNotFound,
  identificationWaits,
  ownWalletCredited,
  paymentNotInSuspense,
  paymentTakenBack,
} from '../rules.ts';
import type { IdentificationCommand } from './commands.ts';
import type { PaymentEvent } from './events.ts';
import type { PaymentState } from './state.ts';

/** Rejects a payment that is not in suspense. After a partial withdrawal, only a refund is possible. */
function checkSuspense({ status, withdrawn }: PaymentState): Decision<never> | null {
  if (status !== 'SUSPENDED') return refuse(paymentNotInSuspense);
  return withdrawn > 0 ? refuse(paymentTakenBack) : null;
}

/** Proposes an owner. Proposing the same account again has no effect. Only one proposal can be open at a time. */
function proposeIdentification(
  command: OfType<IdentificationCommand, 'ProposeIdentification'>,
  state: PaymentState,
): Decision<PaymentEvent> {
  const { paymentId, adjustmentId, accountId, staffId: proposedBy } = command;
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

/** Decides who owns a payment in suspense. One staff member proposes an owner, and another approves the proposal. */
export function decideIdentification(
  command: IdentificationCommand,
  state: PaymentState,
): Decision<PaymentEvent> {
  const { paymentId, adjustmentId, staffId } = command;
  const proposal = getEntry(state.identifications, adjustmentId);
  const ownerId = command.type === 'ProposeIdentification' ? command.accountId : proposal?.accountId;
  if (ownerId === staffId) return forbid(ownWalletCredited);
  if (command.type === 'ProposeIdentification') return proposeIdentification(command, state);
  if (!proposal) return notFound(adjustmentNotFound);
  const { accountId, proposedBy } = proposal;
  if (command.type === 'DeclineIdentification')
    return (
      checkProposalDecision(proposal, 'DECLINED', staffId) ??
      accept({
        type: 'IdentificationDeclined',
        data: { paymentId, adjustmentId, accountId, declinedBy: staffId },
      })
    );
  const { purchaseId } = command;
  const { amount } = state;
  return (
    checkProposalDecision(proposal, 'APPROVED', staffId) ??
    checkSuspense(state) ??
    accept({
      type: 'UnknownPaymentIdentified',
      data: { paymentId, purchaseId, accountId, amount, identifiedBy: staffId, adjustmentId, proposedBy },
    })
  );
}
