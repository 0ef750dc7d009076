import type { Middleware } from 'koa';
import { Histogram, type Registry } from 'prom-client';

const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Measures request durations by call name and status. Requests that are not API calls are named `other`. */
export function measureCalls(registry: Registry): Middleware {
  const durations = new Histogram({
    name: 'kindra_call_seconds',
    help: 'Duration of API calls, in seconds',
    labelNames: ['call', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return async (http, next) => {
    const startMs = performance.now();
    await next();
    const seconds = (performance.now() - startMs) / 1000;
    durations.observe({ call: http.state.call ?? 'other', status: http.status }, seconds);
  };
}
