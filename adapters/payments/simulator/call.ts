import type { z } from 'zod';
import { readParams } from './params.ts';
import type { Work } from './work.ts';

/** A response. It can be an error whose cause is stored, such as a declined card. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

export const ok = (body: object): Answer => ({ status: 200, body });

/** An API call. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Contains `:id` for the id. */
  readonly path: string;
  /** Whether browsers may call it with a publishable key. */
  readonly browsers: boolean;
  readonly perform: (work: Work, given: unknown, id: string) => Promise<Answer>;
}

/** Defines a call with validated parameters. */
export const call = <Params>(definition: {
  readonly method: Call['method'];
  readonly path: string;
  readonly browsers?: true;
  readonly shape: z.ZodType<Params>;
  readonly run: (work: Work, params: Params, id: string) => Promise<Answer>;
}): Call => ({
  method: definition.method,
  path: definition.path,
  browsers: definition.browsers ?? false,
  perform: (work, given, id) => definition.run(work, readParams(definition.shape, given), id),
});
