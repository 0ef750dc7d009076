import type Stripe from 'stripe';
import type { CallContext } from './call-context.ts';
import { generateId } from './ids.ts';
import {
  toChargeResponse,
  toDisputeResponse,
  toIntentResponse,
  toRefundResponse,
  toSeconds,
} from './present.ts';
import { type EventRow, type IntentRow, insertRow } from './rows.ts';

/** Stripe API version that the simulator implements. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

const buildBody = (context: CallContext, id: string, createdAt: Date, type: string, object: object): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    created: toSeconds(createdAt),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
    type,
  });

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
    [
      id,
      deliveryTimes.map((time) => (time === 'held' ? 'held' : 'waiting')),
      deliveryTimes.map((time) => (typeof time === 'number' ? time : 0)),
    ],
  );
};

const recordEvent = async (context: CallContext, type: Stripe.Event.Type, object: object): Promise<void> => {
  const createdAt = new Date();
  createdAt.setMilliseconds(0);
  const id = generateId('evt');
  await insertRow(context.client, 'events', {
    id,
    created: createdAt,
    type,
    body: buildBody(context, id, createdAt, type, object),
  });
  await scheduleDeliveries(context, id, type);
};

const createRecorder =
  <Row>(present: (row: Row, context: CallContext) => object) =>
  (context: CallContext, type: Stripe.Event.Type, row: Row): Promise<void> =>
    recordEvent(context, type, present(row, context));

/** Records a payment event and schedules its webhooks. */
export const recordIntent = createRecorder((intent: IntentRow, { behaviour }) =>
  toIntentResponse(intent, behaviour, true),
);

/** Records a charge event and schedules its webhooks. */
export const recordCharge = createRecorder(toChargeResponse);

/** Records a refund event and schedules its webhooks. */
export const recordRefund = createRecorder(toRefundResponse);

/** Records a dispute event and schedules its webhooks. */
export const recordDispute = createRecorder(toDisputeResponse);

/** Returns an event in the format of Stripe's API, which is also the webhook body. */
export const toEventResponse = ({ body }: EventRow): { readonly id: string } => JSON.parse(body);
