import { z } from 'zod';
import { type Call, createOkResponse, defineCall } from './define-call.ts';
import { presentEvent } from './events.ts';
import { defineListCall } from './list.ts';
import { presentCharge } from './present.ts';
import { findRow } from './rows.ts';

const emptySchema = z.strictObject({});

/** Read-only calls about charges and events. */
export const recordCalls: readonly Call[] = [
  defineListCall({
    table: 'charges',
    filters: { payment_intent: 'payment_intent' },
    present: async (_, rows) => rows.map(presentCharge),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/charges/:id',
    paramsSchema: emptySchema,
    run: async ({ client }, _, id) => createOkResponse(presentCharge(await findRow(client, 'charges', id))),
  }),
  defineListCall({
    table: 'events',
    filters: { type: 'type', types: 'type' },
    present: async (_, rows) => rows.map(presentEvent),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/events/:id',
    paramsSchema: emptySchema,
    run: async ({ client }, _, id) => createOkResponse(presentEvent(await findRow(client, 'events', id))),
  }),
];
