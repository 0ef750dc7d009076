import type { Middleware } from 'koa';
import { noTracing } from '../../domain/ports/tracing.ts';
import type { Call } from '../contract/call.ts';
import { failureOf } from './error-answer.ts';
import type { ApiSystem } from './system.ts';

/**
 * Shows requests of a call in traces, by the call's path rather than the request's, which names people. A caller's own
 * trace is continued.
 */
export function traced({ tracing = noTracing }: Pick<ApiSystem, 'tracing'>, call: Call): Middleware {
  const { method, path, name } = call;
  const attributes = { 'http.request.method': method, 'http.route': path, 'kindra.call': name };
  return async (http, next) => {
    const start = () =>
      ({ kind: 'server', attributes, causes: [http.get('Traceparent') || undefined] }) as const;
    // What is thrown is an answer as well; only those of 500 and more are failures of ours.
    const thrown = await tracing.span(`${method} ${path}`, start, async (span) => {
      try {
        await next();
        span.set({ 'http.response.status_code': http.status });
        return null;
      } catch (error) {
        const { status, code } = failureOf(error);
        span.set({ 'http.response.status_code': status, 'kindra.answer.code': code });
        if (status >= 500) span.fail(code);
        return { error };
      }
    });
    if (thrown) throw thrown.error;
  };
}
