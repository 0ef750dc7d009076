import type Stripe from 'stripe';
import type { CallContext, DeliveryTime } from './call-context.ts';
import { generateId } from './ids.ts';
import {
  toChargeResponse,
  toDisputeResponse,
  toIntentResponse,
  toRefundResponse,
  toSeconds,
} from './present.ts';
import {
  type ChargeRow,
  type DisputeRow,
  type EventRow,
  type IntentRow,
  insertRow,
  type RefundRow,
} from './rows.ts';

/** Stripe API version that the simulator implements. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

const buildBody = (context: CallContext, id: string, created: Date, type: string, object: object): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    created: toSeconds(created),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
    type,
  });

const toDelayMs = (time: DeliveryTime): number => (typeof time === 'number' ? time : 0);

const scheduleDeliveries = async (
  { client, behaviour }: CallContext,
  id: string,
  type: string,
): Promise<void> => {
  const deliveryTimes = behaviour.planDelivery({ id, type });
  await client.query(
    `INSERT INTO simulator.deliveries (event, state, due_at)
     SELECT $1, planned.state, clock_timestamp() + planned.delay * interval '1 millisecond'
     FROM unnest($2::text[], $3::int[]) AS planned (state, delay)`,
    [id, deliveryTimes.map((time) => (time === 'held' ? 'held' : 'waiting')), deliveryTimes.map(toDelayMs)],
  );
};

const recordEvent = async (context: CallContext, type: Stripe.Event.Type, object: object): Promise<void> => {
  const created = new Date();
  created.setMilliseconds(0);
  const id = generateId('evt');
  await insertRow(context.client, 'events', {
    id,
    created,
    type,
    body: buildBody(context, id, created, type, object),
  });
  await scheduleDeliveries(context, id, type);
};

/** Records a payment event and schedules its webhooks. */
export const recordIntent = (
  context: CallContext,
  type: Stripe.Event.Type,
  intent: IntentRow,
): Promise<void> => recordEvent(context, type, toIntentResponse(intent, context.behaviour, true));

/** Records a charge event and schedules its webhooks. */
export const recordCharge = (
  context: CallContext,
  type: Stripe.Event.Type,
  charge: ChargeRow,
): Promise<void> => recordEvent(context, type, toChargeResponse(charge));

/** Records a refund event and schedules its webhooks. */
export const recordRefund = (
  context: CallContext,
  type: Stripe.Event.Type,
  refund: RefundRow,
): Promise<void> => recordEvent(context, type, toRefundResponse(refund));

/** Records a dispute event and schedules its webhooks. */
export const recordDispute = (
  context: CallContext,
  type: Stripe.Event.Type,
  dispute: DisputeRow,
): Promise<void> => recordEvent(context, type, toDisputeResponse(dispute));

/** Returns an event in the format of Stripe's API, which is also the webhook body. */
export const toEventResponse = ({ body }: EventRow): { readonly id: string } => JSON.parse(body);
