import { given } from '../../../test/support/given.ts';
import type { PaymentCommand } from './commands.ts';
import { paymentDecider } from './decide.ts';
import type { PaymentEvent } from './events.ts';

const paymentId = 'pi_1';
const accountId = '01980000-0000-7000-8000-000000000001';
const otherId = '01980000-0000-7000-8000-000000000002';
const staffId = '01980000-0000-7000-8000-000000000003';
const purchaseId = '01980000-0000-7000-8000-0000000000a0';
const suspenseId = '01980000-0000-7000-8000-0000000000a1';
const withdrawalId = '01980000-0000-7000-8000-0000000000b0';
const reversalId = '01980000-0000-7000-8000-0000000000b1';

const start = (amount = 500): PaymentCommand => ({
  type: 'StartPayment',
  paymentId,
  purchaseId,
  accountId,
  amount,
});
const bookUnknown: PaymentCommand = { type: 'BookUnknownPayment', paymentId, suspenseId, amount: 500 };
const colleagueId = '01980000-0000-7000-8000-000000000004';
const adjustmentId = '01980000-0000-7000-8000-0000000000c0';
const identificationIds = { paymentId, adjustmentId } as const;
const propose = { type: 'ProposeIdentification', ...identificationIds, accountId, staffId } as const;
const approve = {
  type: 'ApproveIdentification',
  ...identificationIds,
  purchaseId,
  staffId: colleagueId,
} as const;
const decline = { type: 'DeclineIdentification', ...identificationIds, staffId: colleagueId } as const;
const withdrawal = { paymentId, withdrawalId, kind: 'refund', providerId: 're_1', amount: 200 } as const;
const withdraw: PaymentCommand = { type: 'WithdrawUnknownPayment', ...withdrawal };
const reinstate: PaymentCommand = {
  type: 'ReinstateUnknownPayment',
  paymentId,
  reversalId,
  providerId: 're_1',
};

const started: PaymentEvent = {
  type: 'PaymentStarted',
  data: { paymentId, purchaseId, accountId, amount: 500 },
};
const suspended: PaymentEvent = {
  type: 'UnknownPaymentReceived',
  data: { paymentId, suspenseId, amount: 500 },
};
const identified: PaymentEvent = {
  type: 'UnknownPaymentIdentified',
  data: {
    ...identificationIds,
    purchaseId,
    accountId,
    amount: 500,
    identifiedBy: colleagueId,
    proposedBy: staffId,
  },
};
const proposed: PaymentEvent = {
  type: 'IdentificationProposed',
  data: { ...identificationIds, accountId, amount: 500, proposedBy: staffId },
};
const declined: PaymentEvent = {
  type: 'IdentificationDeclined',
  data: { ...identificationIds, accountId, declinedBy: colleagueId },
};
/** Event from before two staff members were required. */
const identifiedByOne: PaymentEvent = {
  type: 'UnknownPaymentIdentified',
  data: { paymentId, purchaseId, accountId, amount: 500, identifiedBy: staffId },
};
const withdrawn: PaymentEvent = { type: 'UnknownPaymentWithdrawn', data: withdrawal };
const reinstated: PaymentEvent = { type: 'UnknownPaymentReinstated', data: { ...withdrawal, reversalId } };

const payment = (...events: readonly PaymentEvent[]) => given(paymentDecider, ...events);

describe('starting', () => {
  test('records the account', () => payment().when(start()).leadsTo(started));
  test('again changes nothing', () => payment(started).when(start()).leadsToNothing());
  test('rejects another account', () =>
    payment(started)
      .when({ ...start(), accountId: otherId } as PaymentCommand)
      .isRejected('The payment belongs to another account.'));
  test.each([
    [49, 'The minimum purchase amount is 50 kindracoins.'],
    [1_000_001, 'The maximum purchase amount is 1000000 kindracoins.'],
  ])('rejects %d coins', (amount, sentence) => payment().when(start(amount)).isRejected(sentence));
  test('is rejected for money in suspense', () =>
    payment(suspended).when(start()).isRejected('The payment is held in suspense until staff identify it.'));
});

describe('unknown money', () => {
  test('is held in suspense', () => payment().when(bookUnknown).leadsTo(suspended));
  test('is idempotent', () => {
    payment(suspended).when(bookUnknown).leadsToNothing();
    payment(suspended, identified).when(bookUnknown).leadsToNothing();
  });
  test('is not a payment that somebody started', () =>
    payment(started).when(bookUnknown).isRejected('The payment belongs to the account that started it.'));
  test('rejects zero coins', () =>
    payment()
      .when({ ...bookUnknown, amount: 0 } as PaymentCommand)
      .isRejected('The amount must be a whole, positive number of kindracoins.'));
});

describe('identifying', () => {
  const notInSuspense = 'The payment is not held in suspense.';
  const takenBack = 'The provider has taken back money from this payment.';

  test('requires a proposal and the approval of another staff member', () => {
    payment(suspended).when(propose).leadsTo(proposed);
    payment(suspended, proposed).when(approve).leadsTo(identified);
  });
  test('the proposer cannot approve', () =>
    payment(suspended, proposed)
      .when({ ...approve, staffId })
      .isRejected('An adjustment needs the approval of another member of staff.'));
  test('a declined proposal leaves the money in suspense', () => {
    payment(suspended, proposed).when(decline).leadsTo(declined);
    payment(suspended, proposed, declined)
      .when(approve)
      .isRejected('The adjustment has been decided already.');
    payment(suspended, proposed, declined)
      .when({ ...propose, adjustmentId: otherId })
      .leadsTo({ ...proposed, data: { ...proposed.data, adjustmentId: otherId } } as PaymentEvent);
  });
  test('the proposer may withdraw the proposal', () =>
    payment(suspended, proposed)
      .when({ ...decline, staffId })
      .leadsTo({ ...declined, data: { ...declined.data, declinedBy: staffId } } as PaymentEvent));
  test('the same decision again changes nothing', () => {
    payment(suspended, proposed, identified).when(approve).leadsToNothing();
    payment(suspended, proposed, declined).when(decline).leadsToNothing();
    payment(suspended, proposed)
      .when({ ...propose, adjustmentId: otherId })
      .leadsToNothing();
  });
  test('only one account can be proposed at a time', () =>
    payment(suspended, proposed)
      .when({ ...propose, adjustmentId: otherId, accountId: otherId })
      .isRejected('Another identification of this payment waits for a decision. Decline it first.'));
  test('rejects an approval without a proposal', () => {
    for (const command of [approve, decline])
      payment(suspended).when(command).isRejected('The adjustment does not exist.');
  });
  test.each([
    ['never came', []],
    ['was started here', [started]],
    ['is identified', [suspended, proposed, identified]],
    ['one person identified', [suspended, identifiedByOne]],
  ])('is rejected for a payment that %s', (_name, events) =>
    payment(...events)
      .when({ ...propose, adjustmentId: otherId })
      .isRejected(notInSuspense),
  );
  test('is forbidden for one’s own account', () => {
    const ownWallet = 'Staff cannot credit a wallet of their own.';
    payment(suspended)
      .when({ ...propose, accountId: staffId })
      .isRejected(ownWallet);
    for (const command of [approve, decline])
      payment(suspended, proposed)
        .when({ ...command, staffId: accountId })
        .isRejected(ownWallet);
  });
  test('always assigns the whole amount', () => {
    payment(suspended, withdrawn).when(propose).isRejected(takenBack);
    payment(suspended, proposed, withdrawn).when(approve).isRejected(takenBack);
    payment(suspended, proposed, withdrawn, reinstated).when(approve).leadsTo(identified);
  });
});

describe('what the provider takes out of the suspense', () => {
  test('is idempotent', () => {
    payment(suspended).when(withdraw).leadsTo(withdrawn);
    payment(suspended, withdrawn).when(withdraw).leadsToNothing();
  });
  test.each([
    ['started', [started]],
    ['identified', [suspended, identified]],
  ])('is taken from the wallet when the payment was %s', (_name, events) =>
    payment(...events)
      .when(withdraw)
      .isRejected('The payment is not held in suspense.'),
  );
  test('is returned once', () => {
    payment(suspended, withdrawn).when(reinstate).leadsTo(reinstated);
    payment(suspended, withdrawn, reinstated).when(reinstate).leadsToNothing();
  });
  test('rejects a return of what was not taken', () =>
    payment(suspended).when(reinstate).isRejected('The provider has taken nothing back under this id.'));
});
