import type { z } from 'zod';
import type { CallContext } from './call-context.ts';
import { parseParams } from './params.ts';

/** An API response. It can also be an error that is stored, such as a declined card. */
export interface ApiResponse {
  readonly status: number;
  readonly body: object;
  /** Whether this is the stored response to an earlier request with the same idempotency key. */
  readonly isReplayed?: true;
}

/** Creates a response with status 200. */
export const createOkResponse = (body: object): ApiResponse => ({ status: 200, body });

/** An API call and its implementation. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether browsers can make the call with a publishable key. */
  readonly isBrowserAllowed: boolean;
  readonly execute: (context: CallContext, rawParams: unknown, id: string) => Promise<ApiResponse>;
}

/** Defines an API call with validated parameters. */
export const defineCall = <Params>(definition: {
  readonly method: Call['method'];
  readonly path: string;
  readonly isBrowserAllowed?: true;
  readonly paramsSchema: z.ZodType<Params>;
  readonly run: (context: CallContext, params: Params, id: string) => Promise<ApiResponse>;
}): Call => ({
  method: definition.method,
  path: definition.path,
  isBrowserAllowed: definition.isBrowserAllowed ?? false,
  execute: (context, rawParams, id) =>
    definition.run(context, parseParams(definition.paramsSchema, rawParams), id),
});
