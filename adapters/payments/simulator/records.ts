import { z } from 'zod';
import { type Call, createOkResponse, defineCall } from './define-call.ts';
import { toEventResponse } from './events.ts';
import { defineListCall } from './list.ts';
import { toChargeResponse } from './present.ts';
import { findRow } from './rows.ts';

const emptySchema = z.strictObject({});

/** Read-only API calls for charges and events. */
export const recordCalls: readonly Call[] = [
  defineListCall({
    table: 'charges',
    filters: { payment_intent: 'payment_intent' },
    present: async (_, rows) => rows.map(toChargeResponse),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/charges/:id',
    paramsSchema: emptySchema,
    run: async ({ client }, _, id) =>
      createOkResponse(toChargeResponse(await findRow(client, 'charges', id))),
  }),
  defineListCall({
    table: 'events',
    filters: { type: 'type', types: 'type' },
    present: async (_, rows) => rows.map(toEventResponse),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/events/:id',
    paramsSchema: emptySchema,
    run: async ({ client }, _, id) => createOkResponse(toEventResponse(await findRow(client, 'events', id))),
  }),
];
