import { z } from 'zod';
import { type Call, call, ok } from './call.ts';
import { presentEvent } from './events.ts';
import { listCall } from './list.ts';
import { presentCharge } from './present.ts';
import { find } from './rows.ts';

const nothing = z.strictObject({});

/** Read-only calls about charges and events. */
export const recordCalls: readonly Call[] = [
  listCall({
    table: 'charges',
    filters: { payment_intent: 'payment_intent' },
    present: async (_, rows) => rows.map(presentCharge),
  }),
  call({
    method: 'GET',
    path: '/v1/charges/:id',
    shape: nothing,
    run: async ({ client }, _, id) => ok(presentCharge(await find(client, 'charges', id))),
  }),
  listCall({
    table: 'events',
    filters: { type: 'type', types: 'type' },
    present: async (_, rows) => rows.map(presentEvent),
  }),
  call({
    method: 'GET',
    path: '/v1/events/:id',
    shape: nothing,
    run: async ({ client }, _, id) => ok(presentEvent(await find(client, 'events', id))),
  }),
];
