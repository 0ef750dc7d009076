import { createWebhooks } from '../../../adapters/private-data/webhooks.ts';
import type { Payment, PaymentNotice, Payments } from '../../../domain/ports/payments.ts';
import type { TestDatabase } from '../../support/database.ts';

/** How the provider reports a change: when, how often, or never. */
export const TELLINGS = ['once', 'twice', 'late', 'never'] as const;
export type Telling = (typeof TELLINGS)[number];

/** A payment provider in memory with unreliable webhooks. */
export interface Provider {
  readonly payments: Payments;
  readonly all: () => readonly Payment[];
  /** Stores the current state of a payment. */
  readonly put: (payment: Payment) => void;
  readonly change: (id: string, change: (payment: Payment) => Payment) => void;
  /** Reports a change of a payment. */
  readonly tell: (paymentId: string, telling: Telling) => Promise<void>;
  /** Sends the delayed reports. */
  readonly tellRest: () => Promise<void>;
  /** Payments that were reported at some time. */
  readonly told: ReadonlySet<string>;
}

const failUnexpected = (): never => {
  throw new Error('nobody asks this here');
};

export function createProvider({ pool }: TestDatabase, now: () => string): Provider {
  const payments = new Map<string, Payment>();
  const notices: PaymentNotice[] = [];
  const late: PaymentNotice[] = [];
  const told = new Set<string>();
  const webhooks = createWebhooks(pool);

  const findNotice = (paymentId: string): PaymentNotice => {
    const id = `evt_${notices.length}`;
    const about = { paymentId, amount: 0, currency: 'eur', accountId: null };
    return { id, kind: 'succeeded', type: 'payment_intent.succeeded', createdAt: now(), ...about };
  };
  const deliver = (notice: PaymentNotice): Promise<void> => {
    if (notice.kind === 'succeeded') told.add(notice.paymentId);
    return webhooks.keep(notice.id, Buffer.from(JSON.stringify(notice)));
  };
  /** Whether a payment is found by notices; the others are found by the sweep of new payments. */
  const isTold = (id: string): boolean =>
    notices.some((notice) => notice.kind === 'succeeded' && notice.paymentId === id);
  const toOnePage = async <Item>(items: readonly Item[]) => ({ items, next: null });

  return {
    payments: {
      config: { provider: 'simulator', publishableKey: '', apiBase: '' },
      start: failUnexpected,
      verifyWebhook: failUnexpected,
      retrieve: async (id) => payments.get(id) ?? null,
      list: () => toOnePage([...payments.values()].filter(({ id }) => !isTold(id))),
      listNotices: () => toOnePage(notices),
      parseStoredWebhook: (body) => JSON.parse(Buffer.from(body).toString()) as PaymentNotice,
    },
    all: () => [...payments.values()],
    put: (payment) => void payments.set(payment.id, payment),
    change: (id, change) => {
      const known = payments.get(id);
      if (known) payments.set(id, change(known));
    },
    tell: async (paymentId, telling) => {
      if (telling === 'never') return;
      const notice = findNotice(paymentId);
      notices.push(notice);
      if (telling === 'late') late.push(notice);
      if (telling === 'once' || telling === 'twice') await deliver(notice);
      if (telling === 'twice') {
        const again = { ...notice, id: `${notice.id}_again` };
        await Promise.all([deliver(notice), deliver(again)]);
      }
    },
    tellRest: async () => {
      for (const notice of late.reverse()) await deliver(notice);
    },
    told,
  };
}
