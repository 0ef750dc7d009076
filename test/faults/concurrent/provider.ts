import { createWebhookStore } from '../../../adapters/private-data/webhooks.ts';
import type { Payment, PaymentNotice, Payments } from '../../../domain/ports/payments.ts';
import type { TestDatabase } from '../../support/database.ts';

/** How often or when the provider reports a change. */
export const REPORT_MODES = ['once', 'twice', 'late', 'never'] as const;
export type ReportMode = (typeof REPORT_MODES)[number];

/** An in-memory payment provider with unreliable webhooks. */
export interface Provider {
  readonly payments: Payments;
  readonly listPayments: () => readonly Payment[];
  /** Stores a payment, replacing its previous state. */
  readonly putPayment: (payment: Payment) => void;
  readonly change: (id: string, change: (payment: Payment) => Payment) => void;
  readonly report: (paymentId: string, mode: ReportMode) => Promise<void>;
  /** Sends the delayed reports. */
  readonly reportDelayed: () => Promise<void>;
  /** Ids of the payments whose success has been reported. */
  readonly reportedIds: ReadonlySet<string>;
}

const throwUnexpectedCall = (): never => {
  throw new Error('unexpected call of the provider');
};

export function createProvider({ pool }: TestDatabase, now: () => string): Provider {
  const payments = new Map<string, Payment>();
  const notices: PaymentNotice[] = [];
  const delayedNotices: PaymentNotice[] = [];
  const reportedIds = new Set<string>();
  const webhooks = createWebhookStore(pool);

  const findNotice = (paymentId: string): PaymentNotice => {
    const id = `evt_${notices.length}`;
    const details = { paymentId, amount: 0, currency: 'eur', accountId: null };
    return { id, kind: 'succeeded', type: 'payment_intent.succeeded', createdAt: now(), ...details };
  };
  const deliver = (notice: PaymentNotice): Promise<void> => {
    if (notice.kind === 'succeeded') reportedIds.add(notice.paymentId);
    return webhooks.save(notice.id, Buffer.from(JSON.stringify(notice)));
  };
  /** Returns whether the payment can be found through a notice. Otherwise, only the sweep of new payments finds it. */
  const isReported = (id: string): boolean =>
    notices.some((notice) => notice.kind === 'succeeded' && notice.paymentId === id);
  const createSinglePage = async <Item>(items: readonly Item[]) => ({ items, next: null });

  return {
    payments: {
      config: { provider: 'simulator', publishableKey: '', apiBase: '' },
      start: throwUnexpectedCall,
      verifyWebhook: throwUnexpectedCall,
      retrieve: async (id) => payments.get(id) ?? null,
      list: () => createSinglePage([...payments.values()].filter(({ id }) => !isReported(id))),
      listNotices: () => createSinglePage(notices),
      parseStoredWebhook: (body) => JSON.parse(Buffer.from(body).toString()) as PaymentNotice,
    },
    listPayments: () => [...payments.values()],
    putPayment: (payment) => void payments.set(payment.id, payment),
    change: (id, change) => {
      const payment = payments.get(id);
      if (payment) payments.set(id, change(payment));
    },
    report: async (paymentId, mode) => {
      if (mode === 'never') return;
      const notice = findNotice(paymentId);
      notices.push(notice);
      if (mode === 'late') delayedNotices.push(notice);
      if (mode === 'once' || mode === 'twice') await deliver(notice);
      if (mode === 'twice') {
        const repeatedNotice = { ...notice, id: `${notice.id}_again` };
        await Promise.all([deliver(notice), deliver(repeatedNotice)]);
      }
    },
    reportDelayed: async () => {
      for (const notice of delayedNotices.reverse()) await deliver(notice);
    },
    reportedIds,
  };
}
