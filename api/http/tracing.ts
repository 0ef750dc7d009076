import type { Middleware } from 'koa';
import type { Call } from '../../contract/call.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import { toApiFailure } from './error-response.ts';

/**
 * Records a span for each request of a call, and continues the trace in the `Traceparent` header. Requested paths may
 * contain personal data, so the span contains the path template.
 */
export function traceCall(tracing: Tracing, call: Call): Middleware {
  const { method, path, name } = call;
  const attributes = { 'http.request.method': method, 'http.route': path, 'kindra.call': name };
  return async (http, next) => {
    const createSpanStart = () =>
      ({ kind: 'server', attributes, causes: [http.get('Traceparent') || undefined] }) as const;
    // An error becomes a response. Only a status of 500 or more marks the span as failed.
    const failure = await tracing.runInSpan(`${method} ${path}`, createSpanStart, async (span) => {
      try {
        await next();
        span.set({ 'http.response.status_code': http.status });
        return null;
      } catch (error) {
        const { status, code } = toApiFailure(error);
        span.set({ 'http.response.status_code': status, 'error.type': code });
        if (status >= 500) span.fail(code);
        return { error };
      }
    });
    if (failure) throw failure.error;
  };
}
