import { z } from 'zod';
import type { Rule } from '../domain/kernel/problem.ts';
import { checkReason } from '../domain/moderation/rules.ts';
import { adjustmentNotFound } from '../domain/wallet/rules.ts';
import { profileKey } from './accounts.ts';
import { defineCall } from './call.ts';
import { ledgerEndpoints } from './endpoints/ledger.ts';
import {
  checkedAmount,
  checkedText,
  coins,
  failWith,
  failWithNotFound,
  id,
  idParameter,
  instant,
  pageQuery,
} from './fields.ts';
import { optionalReason, staff } from './moderation.ts';
import {
  adjustmentTooLarge,
  adjustmentZero,
  paymentNotFound,
  profileMissing,
  reasonNeeded,
  unknownAdjustmentStatus,
} from './problems.ts';

export { adjustmentNotFound };

/** Maximum absolute amount per adjustment, in kindracoins. */
const MAX_ADJUSTMENT = adjustmentTooLarge.params.amount;

const checkAdjustment: Rule<number> = (amount) => {
  if (!Number.isInteger(amount) || amount === 0) return adjustmentZero;
  return Math.abs(amount) > MAX_ADJUSTMENT ? adjustmentTooLarge : null;
};

/** The nickname of an erased account is empty. */
const person = z.object({ id, nickname: z.string() });

const ownerKey = z
  .string(failWith(profileMissing))
  .min(1, failWith(profileMissing))
  .pipe(profileKey)
  .meta({ description: 'An id or a nickname.' });

const adjustmentStatus = z.enum(['OPEN', 'APPROVED', 'DECLINED'], failWith(unknownAdjustmentStatus));

/** A proposed wallet change, or a proposed owner for a payment in suspense. A negative `amount` debits the wallet. */
export const adjustment = z
  .object({
    id,
    profile: person,
    kind: z.enum(['CREDIT', 'DEBIT', 'WRITE_OFF', 'IDENTIFICATION']),
    payment: z.string().nullable().meta({
      description:
        'For IDENTIFICATION: the payment in suspense that is credited to the wallet. Otherwise null.',
    }),
    amount: coins,
    status: adjustmentStatus,
    reason: z.string().nullable(),
    proposedBy: person,
    proposedDate: instant,
    decidedBy: person.nullable(),
    decidedDate: instant.nullable(),
  })
  .meta({ id: 'Adjustment' });
/** An adjustment in a response. */
export type Adjustment = z.output<typeof adjustment>;

const suspensePaymentId = z
  .string()
  .refine((text) => /^[\w-]{1,255}$/.test(text), failWithNotFound(paymentNotFound));

/** A payment from an unknown payer. `id` is the payment provider's id. */
export const suspenseItem = z
  .object({
    id: z.string(),
    amount: coins,
    since: instant,
    proposed: z.boolean().meta({
      description: 'Whether an identification awaits approval.',
    }),
  })
  .meta({ id: 'SuspenseItem' });
/** A payment in suspense, in a response. */
export type SuspenseItem = z.output<typeof suspenseItem>;

const requiredReason = checkedText((text) => (text === '' ? reasonNeeded : checkReason(text)));

export const proposeAdjustment = defineCall({
  ...ledgerEndpoints.proposeAdjustment,
  summary: 'Proposes a change of a balance, or a write-off of debt, for approval by another staff member',
  audience: staff,
  requiresProof: true,
  body: z.object({
    profile: ownerKey,
    amount: checkedAmount(checkAdjustment, adjustmentZero),
    reason: requiredReason,
    writeOff: z
      .boolean()
      .optional()
      .meta({ description: 'Amount of debt to write off; `amount` is then positive.' }),
  }),
  response: adjustment,
  errors: ['PROFILE_NOT_FOUND', 'OWN_WALLET_ADJUSTED', 'WRITE_OFF_NOT_POSITIVE', 'PROOF_REQUIRED'],
});

export const adjustments = defineCall({
  ...ledgerEndpoints.adjustments,
  summary: 'Lists adjustments of one status, by default those that await approval, oldest first',
  audience: staff,
  query: pageQuery.extend({ status: adjustmentStatus.default('OPEN') }),
  response: z.array(adjustment),
});

const params = z.object({ id: idParameter(adjustmentNotFound) });

export const approveAdjustment = defineCall({
  ...ledgerEndpoints.approveAdjustment,
  summary: 'Approves an adjustment, which takes effect immediately',
  audience: staff,
  requiresProof: true,
  condition: 'not the proposer, and not for their own wallet',
  params,
  body: optionalReason,
  response: adjustment,
  errors: [
    'ADJUSTMENT_NOT_FOUND',
    'SECOND_PERSON_NEEDED',
    'OWN_WALLET_ADJUSTED',
    'OWN_WALLET_CREDITED',
    'ADJUSTMENT_DECIDED',
    'MORE_THAN_HELD',
    'MORE_THAN_OWED',
    'PROFILE_NOT_FOUND',
    'PAYMENT_NOT_IN_SUSPENSE',
    'PAYMENT_TAKEN_BACK',
    'PROOF_REQUIRED',
  ],
});

export const declineAdjustment = defineCall({
  ...ledgerEndpoints.declineAdjustment,
  summary: 'Declines an adjustment; the proposer withdraws it with the same call',
  audience: staff,
  requiresProof: true,
  params,
  body: optionalReason,
  response: adjustment,
  errors: [
    'ADJUSTMENT_NOT_FOUND',
    'OWN_WALLET_ADJUSTED',
    'OWN_WALLET_CREDITED',
    'ADJUSTMENT_DECIDED',
    'PROOF_REQUIRED',
  ],
});

export const suspense = defineCall({
  ...ledgerEndpoints.suspense,
  summary: 'Lists payments of unknown accounts, oldest first',
  audience: staff,
  query: pageQuery,
  response: z.array(suspenseItem),
});

export const identifySuspense = defineCall({
  ...ledgerEndpoints.identifySuspense,
  summary: 'Proposes the account of a payment in suspense, as an adjustment; its approval credits the wallet',
  audience: staff,
  requiresProof: true,
  condition: 'not for their own wallet',
  params: z.object({ id: suspensePaymentId }),
  body: z.object({ profile: ownerKey, reason: requiredReason }),
  response: adjustment,
  errors: [
    'PROFILE_NOT_FOUND',
    'PAYMENT_NOT_IN_SUSPENSE',
    'PAYMENT_TAKEN_BACK',
    'IDENTIFICATION_WAITS',
    'OWN_WALLET_CREDITED',
    'PROOF_REQUIRED',
  ],
});
