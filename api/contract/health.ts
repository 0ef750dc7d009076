import { z } from 'zod';
import { call } from './call.ts';
import { count } from './fields.ts';

export const healthLive = call({
  name: 'healthLive',
  context: 'health',
  summary: 'Whether the process runs',
  method: 'GET',
  path: '/api/health/live',
  who: 'all',
  unthrottled: true,
  answer: z.object({ status: z.literal('live') }),
});

/**
 * Whether the parts that are needed are up, and how far each projection is behind the log: in events where the log counts
 * them, and in seconds.
 */
export const readiness = z
  .object({
    status: z.enum(['ready', 'down']),
    /** Of the 503, as every error has them. */
    message: z.string().optional(),
    code: z.literal('NOT_READY').optional(),
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
export type Readiness = z.output<typeof readiness>;

export const healthReady = call({
  name: 'healthReady',
  context: 'health',
  summary: 'Whether calls can be served; 503 with what is down otherwise',
  method: 'GET',
  path: '/api/health/ready',
  who: 'all',
  unthrottled: true,
  answer: readiness,
  errors: ['NOT_READY'],
});
