import { z } from 'zod';
import { profileKey } from './accounts.ts';
import { call } from './call.ts';
import { coins, id, idOf, instant, LIST_PAGE_SIZE, type Missing, pageQuery, ruledAmount } from './fields.ts';
import { perhapsReason, reason, staff } from './moderation.ts';
import { missingPayment } from './payments.ts';

/** The answer for an adjustment that is not there. */
export const missingAdjustment: Missing = {
  code: 'ADJUSTMENT_NOT_FOUND',
  message: 'The adjustment does not exist.',
};

/** The largest change of a wallet in one adjustment, in kindracoins. */
export const ADJUSTMENT_MAXIMUM = 100_000_000;

const NO_AMOUNT = 'The amount must be a whole number of kindracoins, and not zero.';
const REASON_NEEDED = 'Please say why.';

/** The sentence of what is wrong with the amount of an adjustment, or null. */
export const adjustmentProblem = (amount: number): string | null => {
  if (!Number.isInteger(amount) || amount === 0) return NO_AMOUNT;
  return Math.abs(amount) > ADJUSTMENT_MAXIMUM
    ? `An adjustment cannot exceed ${ADJUSTMENT_MAXIMUM} kindracoins.`
    : null;
};

/** Somebody by id and nickname; an account that was erased has an empty one. */
const person = z.object({ id, nickname: z.string() });

const NO_PROFILE = 'The profile is missing.';
const whose = z
  .string({ error: NO_PROFILE })
  .min(1, { error: NO_PROFILE })
  .pipe(profileKey)
  .meta({ description: 'An id or a nickname.' });

const adjustmentStatus = z.enum(['OPEN', 'APPROVED', 'DECLINED'], {
  error: 'The status must be OPEN, APPROVED or DECLINED.',
});

/**
 * A change of a wallet that one member of staff proposed, or the identification of a payment in suspense. `amount` is
 * negative where the wallet is to lose coins.
 */
export const adjustment = z
  .object({
    id,
    profile: person,
    kind: z.enum(['CREDIT', 'DEBIT', 'WRITE_OFF', 'IDENTIFICATION']),
    payment: z.string().nullable().meta({
      description:
        'Of IDENTIFICATION: the payment in suspense that the wallet is credited with. Otherwise null.',
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
export type Adjustment = z.output<typeof adjustment>;

const suspendedPayment = z.string().refine((text) => /^[\w-]{1,255}$/.test(text), {
  error: missingPayment.message,
  params: { missing: missingPayment },
});

/** Money of a payment that nobody is known to have made. `id` is the provider's id of the payment. */
export const suspenseItem = z
  .object({
    id: z.string(),
    amount: coins,
    since: instant,
    proposed: z.boolean().meta({
      description: 'Whether an identification waits for another member of staff.',
    }),
  })
  .meta({ id: 'SuspenseItem' });
export type SuspenseItem = z.output<typeof suspenseItem>;

/** Why; it must be said. */
const neededReason = reason.refine((text) => text.length > 0, { error: REASON_NEEDED });

export const proposeAdjustment = call({
  name: 'proposeAdjustment',
  context: 'ledger',
  summary: 'Asks another member of staff to change what an account holds, or to write off what it owes',
  method: 'POST',
  path: '/api/dashboard/adjustments',
  who: staff,
  body: z.object({
    profile: whose,
    amount: ruledAmount(adjustmentProblem, NO_AMOUNT),
    reason: neededReason,
    writeOff: z
      .boolean()
      .optional()
      .meta({ description: 'Gives up so much of what the account owes; the amount is positive then.' }),
  }),
  answer: adjustment,
  idempotent: true,
  errors: ['PROFILE_NOT_FOUND', 'OWN_WALLET', 'INVALID_AMOUNT'],
});

export const adjustments = call({
  name: 'adjustments',
  context: 'ledger',
  summary: 'Adjustments of one status, those that wait for another member of staff unless said; oldest first',
  method: 'GET',
  path: '/api/dashboard/adjustments',
  who: staff,
  query: pageQuery.extend({ status: adjustmentStatus.default('OPEN') }),
  answer: z.array(adjustment),
  pageSize: LIST_PAGE_SIZE,
});

const params = z.object({ id: idOf(missingAdjustment) });

export const approveAdjustment = call({
  name: 'approveAdjustment',
  context: 'ledger',
  summary: 'Approves an adjustment, which happens at once',
  method: 'PUT',
  path: '/api/dashboard/adjustments/{id}/approve',
  who: staff,
  condition: 'another one than who proposed it, and not for a wallet of their own',
  params,
  body: perhapsReason,
  answer: adjustment,
  errors: [
    'ADJUSTMENT_NOT_FOUND',
    'SECOND_PERSON_NEEDED',
    'OWN_WALLET',
    'ADJUSTMENT_DECIDED',
    'INSUFFICIENT_COINS',
    'MORE_THAN_OWED',
    'PROFILE_NOT_FOUND',
    'PAYMENT_NOT_IN_SUSPENSE',
    'PAYMENT_TAKEN_BACK',
  ],
});

export const declineAdjustment = call({
  name: 'declineAdjustment',
  context: 'ledger',
  summary: 'Declines an adjustment; whoever proposed it takes it back so',
  method: 'PUT',
  path: '/api/dashboard/adjustments/{id}/decline',
  who: staff,
  params,
  body: perhapsReason,
  answer: adjustment,
  errors: ['ADJUSTMENT_NOT_FOUND', 'OWN_WALLET', 'ADJUSTMENT_DECIDED'],
});

export const suspense = call({
  name: 'suspense',
  context: 'ledger',
  summary: 'Payments that nobody is known to have made, oldest first',
  method: 'GET',
  path: '/api/dashboard/suspense',
  who: staff,
  query: pageQuery,
  answer: z.array(suspenseItem),
  pageSize: LIST_PAGE_SIZE,
});

export const identifySuspense = call({
  name: 'identifySuspense',
  context: 'ledger',
  summary:
    'Asks another member of staff to agree whose payment it is: an adjustment, whose approval credits the wallet',
  method: 'PUT',
  path: '/api/dashboard/suspense/{id}/identify',
  who: staff,
  condition: 'not for a wallet of their own',
  params: z.object({ id: suspendedPayment }),
  body: z.object({ profile: whose, reason: neededReason }),
  answer: adjustment,
  errors: [
    'PROFILE_NOT_FOUND',
    'PAYMENT_NOT_IN_SUSPENSE',
    'PAYMENT_TAKEN_BACK',
    'IDENTIFICATION_WAITS',
    'OWN_WALLET',
  ],
});
