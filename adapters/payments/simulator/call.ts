import type { z } from 'zod';
import { readParams } from './params.ts';
import type { Work } from './work.ts';

/** What is answered: also an error, when what led to it must last, as a declined card does. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

export const ok = (body: object): Answer => ({ status: 200, body });

/** One call of the API. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** With `:id` where an id stands. */
  readonly path: string;
  /** Whether browsers may call it, with a publishable key. */
  readonly browsers: boolean;
  readonly perform: (work: Work, given: unknown, id: string) => Promise<Answer>;
}

/** A call whose parameters have a shape. */
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
