import Stripe from 'stripe';
import type { PaymentNotice, Payments } from '../../../domain/ports/payments.ts';
import { waitForResult } from '../../support/wait.ts';
import { type Buyers, createBuyers, type ProviderSubject } from './subject.ts';

/** Defines the tests of payment lists, notices and webhooks that every payment provider must pass. */
export const testNotices = (name: string, open: () => Promise<ProviderSubject>): void => {
  describe(`lists and notices of ${name}`, () => {
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

    const MAX_PAGES = 1000;

    const readAllPages = async <Item>(
      read: (after?: string) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
    ): Promise<Item[]> => {
      const allItems: Item[] = [];
      let after: string | undefined;
      for (let count = 0; count < MAX_PAGES; count += 1) {
        const { items, next } = await read(after);
        allItems.push(...items);
        if (next === null) return allItems;
        after = next;
      }
      throw new Error('the list has no end');
    };

    describe('listing', () => {
      test('returns payments since an instant, page by page, newest first', async () => {
        const since = new Date().toISOString();
        const ids: string[] = [];
        for (let count = 0; count < 5; count += 1) ids.push((await start()).id);
        const listedPayments = await readAllPages((after) => payments.list({ since, after, limit: 2 }));
        const ownIds = listedPayments.map(({ id }) => id).filter((id) => ids.includes(id));
        expect(ownIds).toEqual(ids.toReversed());
      });

      test('returns complete payments', async () => {
        const since = new Date().toISOString();
        const id = await createPaidPayment();
        await stripe.refunds.create({ payment_intent: id, amount: 400 });
        const listedPayments = await readAllPages((after) => payments.list({ since, after }));
        expect(listedPayments.find((payment) => payment.id === id)).toEqual(await getPayment(id));
      });

      test('returns nothing from before', async () => {
        const { id } = await start();
        const { createdAt } = await getPayment(id);
        const since = new Date(Date.parse(createdAt) + 1000).toISOString();
        const listedPayments = await readAllPages((after) => payments.list({ since, after }));
        expect(listedPayments.map((payment) => payment.id)).not.toContain(id);
      });

      const listNoticesOfPayment = async (since: string, id: string): Promise<PaymentNotice[]> => {
        const notices = await readAllPages((after) => payments.listNotices({ since, after, limit: 3 }));
        return notices.filter((notice) => 'paymentId' in notice && notice.paymentId === id);
      };

      const getKinds = (notices: readonly PaymentNotice[]) => notices.map(({ kind }) => kind);

      test('returns notices of changes', async () => {
        const since = new Date().toISOString();
        const { id, accountId } = await start();
        await expect(confirm(id, 'visa_chargeDeclined')).rejects.toThrow();
        await confirm(id, 'visa');
        await stripe.refunds.create({ payment_intent: id, amount: 400 });
        const notices = await waitForResult(
          () => listNoticesOfPayment(since, id),
          (notices) => notices.length >= 4,
        );
        expect(getKinds(notices).sort()).toEqual(['failed', 'refund_changed', 'refunded', 'succeeded']);
        expect(notices).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ kind: 'failed', accountId, amount: 1000, code: 'generic_decline' }),
            expect.objectContaining({ kind: 'succeeded', accountId, amount: 1000, currency: 'eur' }),
            expect.objectContaining({ kind: 'refunded', amountRefunded: 400 }),
          ]),
        );
      });

      test('returns notices of disputes', async () => {
        const since = new Date().toISOString();
        const id = await createPaidPayment('createDispute');
        const dispute = await waitForResult(
          () => listNoticesOfPayment(since, id),
          (notices) => getKinds(notices).includes('dispute_opened'),
        );
        const notice = dispute.find(({ kind }) => kind === 'dispute_opened');
        expect(notice).toMatchObject({ paymentId: id, amount: 1000, disputeId: expect.any(String) });
      });
    });

    describe('webhooks', () => {
      const getWebhookBody = async (id: string, type: string): Promise<Buffer> => {
        const listEvents = () => stripe.events.list({ type, limit: 100 });
        const isAbout = ({ data }: Stripe.Event) => 'id' in data.object && data.object.id === id;
        const { data } = await waitForResult(listEvents, (events) => events.data.some(isAbout));
        return Buffer.from(JSON.stringify(data.find(isAbout), null, 2));
      };

      const sign = (body: Buffer, ageSeconds = 0, secret = subject.webhookSecret): string =>
        Stripe.webhooks.generateTestHeaderString({
          payload: body.toString(),
          secret,
          timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
        });

      const expectRefusal = (reason: string) =>
        expect.objectContaining({ name: 'WebhookRefused', fault: reason });

      const getWebhookRefusal = (body: Buffer, signature: string): unknown => {
        try {
          return payments.verifyWebhook(signature)(body);
        } catch (error) {
          return error;
        }
      };

      test('a signed one is read every time', async () => {
        const { id, accountId } = await start();
        await confirm(id, 'visa');
        const body = await getWebhookBody(id, 'payment_intent.succeeded');
        const notices = [1, 2, 3].map(() => payments.verifyWebhook(sign(body))(body));
        expect(notices[0]).toMatchObject({ kind: 'succeeded', paymentId: id, accountId, amount: 1000 });
        expect(new Set(notices.map((notice) => notice.id)).size).toBe(1);
        expect(payments.parseStoredWebhook(body)).toEqual(notices[0]);
      });

      test('an irrelevant one is recognized', async () => {
        const { id } = await start();
        const body = await getWebhookBody(id, 'payment_intent.created');
        expect(payments.verifyWebhook(sign(body))(body)).toMatchObject({
          kind: 'other',
          type: 'payment_intent.created',
        });
      });

      test('an unsigned one is rejected', async () => {
        const body = await getWebhookBody(await createPaidPayment(), 'payment_intent.succeeded');
        const tamperedBody = Buffer.from(body.toString().replaceAll('1000', '9000'));
        expect(getWebhookRefusal(tamperedBody, sign(body))).toEqual(expectRefusal('forged'));
        expect(getWebhookRefusal(body, sign(body, 0, 'whsec_of_somebody_else'))).toEqual(
          expectRefusal('forged'),
        );
        expect(getWebhookRefusal(Buffer.alloc(0), sign(body))).toEqual(expectRefusal('forged'));
      });

      test.each([
        '',
        'nonsense',
        't=1',
        't=x,v1=0',
        `v1=${'a'.repeat(64)}`,
        `t=9999999999,v1=${'a'.repeat(63)}`,
      ])('one signed by %j is rejected before it is parsed', (signature) => {
        expect(() => payments.verifyWebhook(signature)).toThrow(expectRefusal('unsigned'));
      });

      test('an old one is rejected before it is parsed', async () => {
        const body = await getWebhookBody(await createPaidPayment(), 'payment_intent.succeeded');
        expect(payments.verifyWebhook(sign(body, 290))(body)).toMatchObject({ kind: 'succeeded' });
        expect(() => payments.verifyWebhook(sign(body, 310))).toThrow(expectRefusal('stale'));
      });

      test.each(['not json', '[]', '{}', '{"object":"event","id":"evt_1"}'])(
        'a signed %s is rejected',
        (text) => {
          const body = Buffer.from(text);
          expect(getWebhookRefusal(body, sign(body))).toEqual(expectRefusal('malformed'));
        },
      );
    });
  });
};
