import { z } from 'zod';

import { isUuid } from '../domain/kernel/ids.ts';
import { LANGUAGES } from '../domain/kernel/language.ts';
import type { Problem, Rule } from '../domain/kernel/problem.ts';
import { forbiddenCharacters } from '../domain/kernel/problems.ts';
import { cleanText, countCodePoints, normalizeText } from '../domain/kernel/text.ts';
import {
  checkFocalCoordinate,
  invalidFocalPoint,
  VARIANT_SIZES,
  VARIANT_TYPES,
  type VariantSize,
} from '../domain/pictures/rules.ts';
import { PROBLEMS } from './problem-catalogue.ts';
import * as problems from './problems.ts';

const isAbsent = (input: unknown): boolean => input === undefined || input === null;

/** Returns zod options that fail with the code of the problem, by which the API looks it up in the catalogue. */
export const failWith = ({ code }: Problem) => ({ error: code });

/** Returns zod options that fail with `missing` if the value is missing, and with `invalid` if its type is wrong. */
export const failByInputType = (missing: Problem, invalid: Problem) => ({
  error: ({ input }: { readonly input?: unknown }) => (isAbsent(input) ? missing : invalid).code,
});

/** Returns options for a zod check that returns 404 when it fails. */
export const failWithNotFound = ({ code }: Problem) => ({ error: code, params: { status: 404 } });

const toZodCheck =
  <Value>(rule: Rule<Value>) =>
  ({ value, issues }: z.core.ParsePayload<Value>): void => {
    const problem = rule(value);
    if (problem) issues.push({ code: 'custom', message: problem.code, input: value });
  };

/**
 * Creates a schema for a text that is cleaned and then checked by a domain rule. With `isVerbatim`, the text is not
 * cleaned but only normalized to NFC. Fails for a missing text as for an empty one.
 */
export const checkedText = (rule: Rule<string>, { isVerbatim = false } = {}) =>
  z
    .string(failByInputType(rule('') ?? problems.notAText, problems.notAText))
    .overwrite(isVerbatim ? normalizeText : cleanText)
    .check(toZodCheck(rule));

/** Creates a schema for an optional `checkedText`. Null is treated as omitted. */
export const optionalText = (rule: Rule<string>) =>
  checkedText(rule)
    .nullish()
    .transform((text) => text ?? undefined);

/** Creates a schema for a search text. Its maximum length is `tooLong.params.limit`. */
export const searchText = (
  tooLong: Problem<string, { readonly limit: number }>,
  typeError?: ReturnType<typeof failByInputType>,
) =>
  z
    .string(typeError)
    .overwrite(cleanText)
    .refine((text) => countCodePoints(text) <= tooLong.params.limit, failWith(tooLong));

/** Search text, without U+0000. */
export const textFilter = searchText(problems.searchTooLong).refine(
  (text) => !text.includes('\0'),
  failWith(forbiddenCharacters),
);

/** Language for emails sent by a call; English if omitted. */
export const emailLanguage = z.enum(LANGUAGES, failWith(problems.unknownLanguage)).default('en');

/** Creates a schema for an id in a request. A malformed id returns 404, like an id that does not exist. */
export const idParameter = (notFound: Problem, missing: Problem = problems.idMissing) =>
  z
    .string(failWith(missing))
    .overwrite((text) => text.toLowerCase())
    .refine(isUuid, failWithNotFound(notFound))
    .meta({ format: 'uuid' });

/** Creates a schema for a path parameter with a fixed set of values. Any other value returns 404. */
export const oneOf = <const Value extends string>(values: readonly Value[], notFound: Problem) =>
  z
    .string()
    .refine((text) => values.includes(text as Value), failWithNotFound(notFound))
    .transform((text) => text as Value)
    .meta({ enum: [...values] });

/** An id in a response. */
export const id = z.string().refine(isUuid).meta({ format: 'uuid' });

/** An instant in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** A non-negative integer. */
export const count = z.int().nonnegative();

/** A SHA-256 hash in hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A whole number of kindracoins. Negative in debits and debts. */
export const coins = z.int();

/** Creates a schema for kindracoins in a request, checked by a domain rule. A missing amount is rejected like 0. */
export const checkedAmount = (rule: Rule<number>, notWhole: Problem) =>
  z
    .number(failByInputType(rule(0) ?? notWhole, notWhole))
    .check(toZodCheck(rule))
    .meta({ type: 'integer' });

/** Creates a schema for a required number that is checked by a domain rule. */
export const checkedNumber = (rule: Rule<number>, missing: Problem) =>
  z.number(failByInputType(missing, problems.notANumber)).check(toZodCheck(rule)).meta({ type: 'integer' });

/** Creates a schema for a required base64-encoded picture. Its content is checked after decoding. */
export const imageBase64 = (missing: Problem) =>
  z.string(failByInputType(missing, problems.imageNotAText)).min(1, failWith(missing)).meta({
    contentEncoding: 'base64',
    description: `A JPEG, PNG or WebP in bare base64 or as a data URL, at most 5 MB decoded and 40 megapixels.`,
  });

const focalCoordinate = z
  .number(failWith(invalidFocalPoint))
  .check(toZodCheck(checkFocalCoordinate))
  .overwrite((coordinate) => Math.round(coordinate * 1_000) / 1_000)
  .meta({ minimum: 0, maximum: 1 });

/** Focal point of an uploaded picture, rounded to three decimals. */
export const imageFocus = z
  .object({ x: focalCoordinate, y: focalCoordinate }, failWith(invalidFocalPoint))
  .optional()
  .meta({
    description:
      'Point of the image that stays visible when it is cropped, as fractions of its width and height; the centre if absent.',
  });

const pictureQuery = z.object({
  hash: z.string().optional().meta({
    description:
      'The `hash` of the image as other calls return it. With it, the response of a public picture may be cached for a year; with another one or none, it is revalidated.',
  }),
  size: z
    .enum(VARIANT_SIZES.map(String), failWith(problems.unknownPictureSize))
    .transform((text) => Number(text) as VariantSize)
    .optional()
    .meta({
      description: 'Maximum longer side in pixels. Without it, or if there is no larger picture, 300.',
    }),
  type: z.enum(VARIANT_TYPES, failWith(problems.unknownPictureType)).optional().meta({
    description: '`jpeg` by default. Without `size`, the picture is a JPEG.',
  }),
});

/** Picture metadata in a response. */
export const image = z
  .object({
    hash: z.string().meta({ description: 'For `hash` in the address of the picture.' }),
    width: count.optional().meta({
      description: 'Of the largest size, in pixels; absent if only the picture of 300 pixels is stored.',
    }),
    height: count.optional(),
    focus: z
      .object({ x: z.number(), y: z.number() })
      .optional()
      .meta({ description: 'Point that stays visible when it is cropped; the centre if absent.' }),
  })
  .meta({ id: 'Image' });
/** Picture metadata in a response. Sizes are in pixels. */
export type Image = z.output<typeof image>;

/** Codes of problems with an uploaded picture. */
export const PICTURE_ERRORS = [
  'UNSUPPORTED_PICTURE',
  'PICTURE_TOO_LARGE',
  'PICTURE_TOO_MANY_PIXELS',
  'BROKEN_PICTURE',
] as const;

/** A JPEG in a response. */
export const jpeg = z.string().meta({ contentMediaType: 'image/jpeg' });

/** Query and response of a call that returns an uploaded picture in one of its sizes and types. */
export const pictureVariant = {
  query: pictureQuery,
  response: jpeg,
  responseType: 'image/jpeg',
  otherTypes: ['image/webp'],
  hasETag: true,
} as const;

/** Maximum page number. Later pages need a cursor, which saves the database from skipping rows. */
export const MAX_PAGE = problems.pageTooDeep.params.last;

const pageNumber = z
  .string(failWith(problems.invalidPage))
  .regex(/^[1-9]\d*$/, { ...failWith(problems.invalidPage), abort: true })
  .refine((text) => Number(text) <= MAX_PAGE, failWith(problems.pageTooDeep))
  .transform(Number)
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE,
    description: `Page number, 1 by default. Pages after the ${MAX_PAGE}th return 400 \`PAGE_TOO_DEEP\`: follow the cursors of \`Link\`.`,
  });

/** Query of a paged list: a page number, or the cursor from the previous page's `Link` header. */
export const pageQuery = z.object({
  page: pageNumber.optional(),
  cursor: z
    .string(failWith(problems.invalidCursor))
    // A cursor for the For you feed contains up to 50 ids of deferred posts.
    .regex(/^[\w-]{1,3000}$/, failWith(problems.invalidCursor))
    .optional()
    .meta({ description: 'Taken from the `Link` of the previous page; takes precedence over `page`.' }),
});

/** Validated query of a paged list. */
export type PageQuery = z.output<typeof pageQuery>;

/** Response of a call that returns only a confirmation. */
export const confirmation = z.object({ message: z.string() }).meta({ id: 'Done' });

const problemFields = {
  code: z
    .enum([...PROBLEMS.keys()] as [string, ...string[]])
    .meta({ description: 'Stable name of the problem.' }),
  params: z.record(z.string(), z.number()).meta({ description: 'The numbers in `message`, by name.' }),
  message: z.string().meta({ description: 'The message in English.' }),
};

/** Second factors that can complete a login. */
export const FACTOR_METHODS = ['AUTHENTICATOR', 'RECOVERY_CODE', 'PASSKEY'] as const;

/** Body of every error response. `code`, `params` and `message` are taken from the first issue. */
export const apiError = z
  .object({
    ...problemFields,
    issues: z.array(z.object({ path: z.string(), ...problemFields })).optional(),
    type: z
      .enum(['NOT_APPROVED', 'INACTIVE', 'BANNED'])
      .optional()
      .meta({ description: 'Why an account may not log in.' }),
    challenge: z
      .object({ token: z.string(), methods: z.array(z.enum(FACTOR_METHODS)), expiration: instant })
      .optional()
      .meta({
        id: 'LoginChallenge',
        description: 'With SECOND_FACTOR_REQUIRED: how to complete the login.',
      }),
    until: instant.optional().meta({ description: 'When a ban ends automatically.' }),
  })
  .meta({ id: 'Error' });

/** Error body, as parsed by a client. */
export type ApiError = z.output<typeof apiError>;
