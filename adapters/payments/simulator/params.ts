import { z } from 'zod';
import { createInvalidRequest, type Problem } from './problem.ts';

const MAX_METADATA_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;
const MAX_TEXT_LENGTH = 1000;
const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;

/** A form-encoded integer. */
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number);

/** A form-encoded boolean. */
export const boolean = z.enum(['true', 'false']).transform((text) => text === 'true');

export const text = z.string().min(1).max(MAX_TEXT_LENGTH);

export const metadata = z
  .record(z.string().max(MAX_KEY_LENGTH), z.string().max(MAX_VALUE_LENGTH))
  .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA_KEYS, 'Metadata has too many keys.');

export const expand = z.array(text).max(10).optional();

/** Parameters that all list calls accept. */
export const listSchema = z.strictObject({
  limit: integer.pipe(z.number().min(1).max(MAX_PAGE_SIZE)).default(DEFAULT_PAGE_SIZE),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer.optional(), lte: integer.optional() }).optional(),
  expand,
});

const formatParam = ([first, ...rest]: readonly PropertyKey[]): string =>
  String(first ?? '') + rest.map((key) => `[${String(key)}]`).join('');

const getValueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((current, key) => (current as Record<PropertyKey, unknown> | undefined)?.[key], value);

const toUnknownParameter = (path: readonly PropertyKey[], key: string): Problem => {
  const param = formatParam([...path, key]);
  return param === 'payment_method_types'
    ? createInvalidRequest('payment_method_types is no longer supported.', {
        code: 'payment_method_types_no_longer_supported',
        param,
      })
    : createInvalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
};

const toProblem = (issue: z.core.$ZodIssue, input: unknown): Problem => {
  if (issue.code === 'unrecognized_keys') return toUnknownParameter(issue.path, issue.keys[0] ?? '');
  const param = formatParam(issue.path);
  const value = getValueAt(input, issue.path);
  if (value === undefined) {
    return createInvalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue.message === 'integer') {
    return createInvalidRequest(`Invalid integer: ${String(value)}`, {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  if (value === '') {
    return createInvalidRequest(`You passed an empty string for '${param}'.`, {
      code: 'parameter_invalid_empty',
      param,
    });
  }
  return createInvalidRequest(`Invalid ${param}: ${issue.message}`, { param });
};

/**
 * Validates parameters.
 * @throws Problem for the first invalid parameter
 */
export const parseParams = <Params>(schema: z.ZodType<Params>, input: unknown): Params => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw result.error.issues[0]
    ? toProblem(result.error.issues[0], input)
    : createInvalidRequest('Invalid request.');
};
