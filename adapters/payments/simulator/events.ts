import type Stripe from 'stripe';
import { newId } from './ids.ts';
import { inSeconds, presentCharge, presentDispute, presentIntent, presentRefund } from './present.ts';
import {
  type ChargeRow,
  type DisputeRow,
  type EventRow,
  type IntentRow,
  insert,
  type RefundRow,
} from './rows.ts';
import type { DeliveryTime, Work } from './work.ts';

/** Version of Stripe's API that the simulator implements. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

const bodyOf = (work: Work, id: string, created: Date, type: string, object: object): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    created: inSeconds(created),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: work.requestId, idempotency_key: work.idempotencyKey },
    type,
  });

const dueIn = (time: DeliveryTime): number => (typeof time === 'number' ? time : 0);

const planDeliveries = async ({ client, behaviour }: Work, id: string, type: string): Promise<void> => {
  const times = behaviour.planDelivery({ id, type });
  await client.query(
    `INSERT INTO simulator.deliveries (event, state, due_at)
     SELECT $1, planned.state, clock_timestamp() + planned.delay * interval '1 millisecond'
     FROM unnest($2::text[], $3::int[]) AS planned (state, delay)`,
    [id, times.map((time) => (time === 'held' ? 'held' : 'waiting')), times.map(dueIn)],
  );
};

const record = async (work: Work, type: Stripe.Event.Type, object: object): Promise<void> => {
  const created = new Date();
  created.setMilliseconds(0);
  const id = newId('evt');
  await insert(work.client, 'events', { id, created, type, body: bodyOf(work, id, created, type, object) });
  await planDeliveries(work, id, type);
};

/** Records an event of a payment and schedules its webhooks. */
export const recordIntent = (work: Work, type: Stripe.Event.Type, intent: IntentRow): Promise<void> =>
  record(work, type, presentIntent(intent, work.behaviour, true));

/** Records an event of a charge and schedules its webhooks. */
export const recordCharge = (work: Work, type: Stripe.Event.Type, charge: ChargeRow): Promise<void> =>
  record(work, type, presentCharge(charge));

/** Records an event of a refund and schedules its webhooks. */
export const recordRefund = (work: Work, type: Stripe.Event.Type, refund: RefundRow): Promise<void> =>
  record(work, type, presentRefund(refund));

/** Records an event of a dispute and schedules its webhooks. */
export const recordDispute = (work: Work, type: Stripe.Event.Type, dispute: DisputeRow): Promise<void> =>
  record(work, type, presentDispute(dispute));

/** Presents an event: the body of its webhooks. */
export const presentEvent = ({ body }: EventRow): { readonly id: string } => JSON.parse(body);
