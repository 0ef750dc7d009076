import { z } from 'zod';
import { invalid, type Problem } from './problem.ts';

const MOST_METADATA = 50;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;
const LONGEST_TEXT = 1000;
const LONGEST_PAGE = 100;
const USUAL_PAGE = 10;

/** An integer in form encoding. */
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number);

/** A boolean in form encoding. */
export const boolean = z.enum(['true', 'false']).transform((text) => text === 'true');

export const text = z.string().min(1).max(LONGEST_TEXT);

export const metadata = z
  .record(z.string().max(LONGEST_KEY), z.string().max(LONGEST_VALUE))
  .refine((pairs) => Object.keys(pairs).length <= MOST_METADATA, 'Metadata has too many keys.');

export const expand = z.array(text).max(10).optional();

/** Parameters of every list. */
export const listShape = z.strictObject({
  limit: integer.pipe(z.number().min(1).max(LONGEST_PAGE)).default(USUAL_PAGE),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer.optional(), lte: integer.optional() }).optional(),
  expand,
});

const paramOf = ([first, ...rest]: readonly PropertyKey[]): string =>
  String(first ?? '') + rest.map((key) => `[${String(key)}]`).join('');

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);

const unknownParameter = (path: readonly PropertyKey[], key: string): Problem => {
  const param = paramOf([...path, key]);
  return param === 'payment_method_types'
    ? invalid('payment_method_types is no longer supported.', {
        code: 'payment_method_types_no_longer_supported',
        param,
      })
    : invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
};

const problemOf = (issue: z.core.$ZodIssue, given: unknown): Problem => {
  if (issue.code === 'unrecognized_keys') return unknownParameter(issue.path, issue.keys[0] ?? '');
  const param = paramOf(issue.path);
  const value = valueAt(given, issue.path);
  if (value === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue.message === 'integer') {
    return invalid(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param });
  }
  if (value === '') {
    return invalid(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param });
  }
  return invalid(`Invalid ${param}: ${issue.message}`, { param });
};

/**
 * Validates parameters.
 * @throws Problem for the first invalid one
 */
export const readParams = <Params>(shape: z.ZodType<Params>, given: unknown): Params => {
  const read = shape.safeParse(given);
  if (read.success) return read.data;
  throw read.error.issues[0] ? problemOf(read.error.issues[0], given) : invalid('Invalid request.');
};
