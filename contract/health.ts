import { z } from 'zod';
import { defineCall } from './call.ts';
import { count } from './fields.ts';

export const healthLive = defineCall({
  name: 'healthLive',
  context: 'health',
  method: 'GET',
  path: '/api/health/live',
  summary: 'Returns whether the process is running',
  audience: 'all',
  unthrottled: true,
  response: z.object({ status: z.literal('live') }),
});

/** Status of the required parts, and how far each projection is behind the log, in seconds and events. */
export const readiness = z
  .object({
    status: z.enum(['ready', 'down']),
    /** `message`, `code` and `params` are set only in a 503 response, which has the fields of any other error. */
    message: z.string().optional(),
    code: z.literal('NOT_READY').optional(),
    params: z.object({}).optional(),
    parts: z.array(z.object({ name: z.string(), up: z.boolean() })),
    head: count,
    projections: z.array(
      z.object({
        name: z.string(),
        position: count,
        lag: count.nullable(),
        secondsBehind: count.nullable(),
        state: z.string(),
        healthy: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Readiness' });

export const healthReady = defineCall({
  name: 'healthReady',
  context: 'health',
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Returns whether calls can be served; otherwise 503 with the failed parts',
  audience: 'all',
  unthrottled: true,
  response: readiness,
  errors: ['NOT_READY'],
});
