import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { Payment, Payments } from '../../../domain/ports/payments.ts';
import { waitForResult } from '../../support/wait.ts';
import { type Buyers, createBuyers, type ProviderSubject, RETURN_URL } from './subject.ts';

/** Defines the tests that every payment provider must pass. The buyers' actions are sent with Stripe's library. */
export const testPayments = (name: string, open: () => Promise<ProviderSubject>): void => {
  describe(`payments at ${name}`, () => {
    let subject: ProviderSubject;
    let payments: Payments;
    let stripe: Stripe;
    let buyers: Buyers;

    beforeAll(async () => {
      subject = await open();
      ({ payments, stripe } = subject);
      buyers = createBuyers(subject);
    });
    afterAll(() => subject.close());

    const start: Buyers['start'] = (options) => buyers.start(options);
    const confirm: Buyers['confirm'] = (id, card) => buyers.confirm(id, card);
    const getPayment: Buyers['known'] = (id) => buyers.known(id);
    const createPaidPayment: Buyers['paid'] = (card, amount) => buyers.paid(card, amount);

    describe('starting', () => {
      test('a payment waits for its card', async () => {
        const { id, clientSecret, accountId } = await start({ amount: 2500 });
        expect(id).toMatch(/^pi_\w+$/);
        expect(clientSecret).toMatch(new RegExp(`^${id}_secret_\\w+$`));
        expect(await getPayment(id)).toMatchObject({
          status: 'requires_payment_method',
          amount: 2500,
          amountReceived: 0,
          amountRefunded: 0,
          currency: 'eur',
          refunds: [],
          disputes: [],
          accountId,
        });
      });

      test('one key creates one payment, even concurrently', async () => {
        const payment = { accountId: randomUUID(), amount: 1000, idempotencyKey: randomUUID() };
        const startedPayments = await Promise.all([1, 2, 3].map(() => payments.start(payment)));
        startedPayments.push(await payments.start(payment));
        expect(new Set(startedPayments.map(({ id }) => id)).size).toBe(1);
      });

      test('one key cannot create a different payment', async () => {
        const payment = { accountId: randomUUID(), amount: 1000, idempotencyKey: randomUUID() };
        await payments.start(payment);
        await expect(payments.start({ ...payment, amount: 2000 })).rejects.toMatchObject({
          name: 'PaymentsRefused',
          code: 'idempotency_error',
        });
      });

      test('the same key of another account creates another payment', async () => {
        const idempotencyKey = randomUUID();
        const [one, other] = await Promise.all(
          [randomUUID(), randomUUID()].map((accountId) =>
            payments.start({ accountId, amount: 1000, idempotencyKey }),
          ),
        );
        expect(one?.id).not.toBe(other?.id);
      });

      test('rejects an amount that is too small', async () => {
        await expect(start({ amount: 1 })).rejects.toMatchObject({ code: 'amount_too_small' });
      });
    });

    describe('paying', () => {
      test.each(['visa', 'mastercard', 'amex'])('%s pays', async (card) => {
        const id = await createPaidPayment(card);
        expect(await getPayment(id)).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
      });

      test.each([
        ['visa_chargeDeclined', 'card_declined', 'generic_decline'],
        ['visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
        ['chargeDeclinedExpiredCard', 'expired_card', undefined],
        ['chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
        ['chargeDeclinedProcessingError', 'processing_error', undefined],
      ])('%s is declined', async (card, code, declineCode) => {
        const { id } = await start();
        const error = await confirm(id, card).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
        expect(error).toMatchObject({ code, payment_intent: { id } });
        if (declineCode) expect(error).toMatchObject({ decline_code: declineCode });
        expect(await getPayment(id)).toMatchObject({
          status: 'requires_payment_method',
          amountReceived: 0,
        });
      });

      test('a declined payment can be retried with another card', async () => {
        const { id } = await start();
        await expect(confirm(id, 'visa_chargeDeclined')).rejects.toThrow();
        await confirm(id, 'visa');
        expect(await getPayment(id)).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
      });

      test('3-D Secure first redirects the holder', async () => {
        const { id } = await start();
        const intent = await confirm(id, 'threeDSecure2Required');
        expect(intent).toMatchObject({
          status: 'requires_action',
          next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: RETURN_URL } },
        });
        expect(await getPayment(id)).toMatchObject({ status: 'requires_action', amountReceived: 0 });
      });

      test('a paid payment cannot be paid again or canceled', async () => {
        const id = await createPaidPayment();
        await expect(confirm(id, 'visa')).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
        await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
          code: 'payment_intent_unexpected_state',
        });
      });

      test('a canceled payment cannot be paid', async () => {
        const { id } = await start();
        await stripe.paymentIntents.cancel(id);
        expect(await getPayment(id)).toMatchObject({ status: 'canceled' });
        await expect(confirm(id, 'visa')).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
      });
    });

    describe('taking back', () => {
      test('refunds in parts up to the whole amount', async () => {
        const id = await createPaidPayment();
        const first = await stripe.refunds.create({ payment_intent: id, amount: 300 });
        expect(await getPayment(id)).toMatchObject({ amountReceived: 1000, amountRefunded: 300 });
        await expect(stripe.refunds.create({ payment_intent: id, amount: 701 })).rejects.toThrow();
        const second = await stripe.refunds.create({ payment_intent: id });
        const payment = await getPayment(id);
        expect(payment.amountRefunded).toBe(1000);
        expect(payment.refunds).toEqual(
          expect.arrayContaining([
            { id: first.id, amount: 300, state: 'succeeded' },
            { id: second.id, amount: 700, state: 'succeeded' },
          ]),
        );
        await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
          code: 'charge_already_refunded',
        });
      });

      test('lists more refunds than a charge contains', async () => {
        const id = await createPaidPayment('visa', 1200);
        for (let count = 0; count < 12; count += 1) {
          await stripe.refunds.create({ payment_intent: id, amount: 100 });
        }
        const payment = await getPayment(id);
        expect(payment.refunds).toHaveLength(12);
        expect(payment.amountRefunded).toBe(1200);
      });

      const createDisputedPayment = async () => {
        const id = await createPaidPayment('createDispute');
        const isOpen = ({ disputes }: Payment) => disputes[0]?.state === 'open';
        const { disputes } = await waitForResult(() => getPayment(id), isOpen);
        return { id, disputeId: disputes[0]?.id ?? '' };
      };

      test.each([
        ['won', 'winning_evidence'],
        ['lost', 'losing_evidence'],
      ])('a dispute is opened and %s', async (state, evidence) => {
        const { id, disputeId } = await createDisputedPayment();
        await stripe.disputes.update(disputeId, { evidence: { uncategorized_text: evidence }, submit: true });
        const payment = await waitForResult(
          () => getPayment(id),
          ({ disputes }) => disputes[0]?.state === state,
        );
        expect(payment).toMatchObject({
          status: 'succeeded',
          amountReceived: 1000,
          disputes: [{ id: disputeId, amount: 1000, state }],
        });
      });

      test('an abandoned dispute is lost', async () => {
        const { id, disputeId } = await createDisputedPayment();
        await stripe.disputes.close(disputeId);
        await waitForResult(
          () => getPayment(id),
          ({ disputes }) => disputes[0]?.state === 'lost',
        );
      });
    });

    describe('trouble', () => {
      test.each(['pi_doesNotExist', 'ch_123', '', '../events', 'pi_1/confirm', 'pi_\u0000'])(
        'reports that payment %j does not exist',
        async (id) => {
          expect(await payments.retrieve(id)).toBeNull();
        },
      );

      test('a wrong key is rejected and not shown', async () => {
        const { paymentsWithWrongKey } = subject;
        const failure = paymentsWithWrongKey.retrieve('pi_1').catch((error: unknown) => error);
        expect(await failure).toMatchObject({ name: 'PaymentsRefused' });
        expect(await failure).not.toHaveProperty('cause');
        expect(JSON.stringify(await failure)).not.toContain('sk_test_wrong');
      });
    });
  });
};
