import { z } from 'zod';

import { isUuid } from '../../domain/kernel/ids.ts';
import { cleanText, codePoints } from '../../domain/kernel/text.ts';
import { PICTURE_BYTES } from '../../domain/pictures/rules.ts';

/** Items on a page of posts. */
export const POSTS_PAGE_SIZE = 10;
/** Items on a page of every other list. */
export const LIST_PAGE_SIZE = 20;

/** What does not exist, with the code and the sentence that say so. */
export interface Missing {
  readonly code: string;
  readonly message: string;
}

/** A rule of the domain: the sentence of the first check that a text fails, or null. */
type TextRule = (text: string) => string | null;

/** What is missing counts as empty; what is not a text at all is named. */
const textError = (name: string, rule: TextRule) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null
    ? (rule('') ?? `${name} is missing.`)
    : `${name} must be a text.`;

/** A text that is cleaned and then checked by a rule, or checked as it is typed. */
export const ruledText = (name: string, rule: TextRule, { asTyped = false } = {}) =>
  z
    .string({ error: textError(name, rule) })
    .overwrite(asTyped ? (text) => text.normalize('NFC') : cleanText)
    .check((context) => {
      const problem = rule(context.value);
      if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
    });

/** A text of that kind that may be left out; null is nothing, too. */
export const optionalText = (name: string, rule: TextRule) =>
  ruledText(name, rule)
    .nullish()
    .transform((text) => text ?? undefined);

/** A text to look for, of so many characters at most. */
export const soughtText = (name: string, limit: number) =>
  z
    .string()
    .overwrite(cleanText)
    .refine((text) => codePoints(text) <= limit, { error: `The ${name} cannot exceed ${limit} characters.` });

/** An id that a caller gives. One that is malformed is answered as one of a thing that does not exist. */
export const idOf = (missing: Missing, required = 'The id is missing.') =>
  z
    .string({ error: required })
    .overwrite((text) => text.toLowerCase())
    .refine(isUuid, { error: missing.message, params: { missing } })
    .meta({ format: 'uuid' });

/** An id in an answer. */
export const id = z.string().refine(isUuid).meta({ format: 'uuid' });

/** An instant in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** A whole number that counts things. */
export const count = z.int().nonnegative();

/** Whole kindracoins. */
export const coins = z.int();

/** An amount of kindracoins that a caller gives, checked by a rule. What is missing counts as nothing. */
export const ruledAmount = (rule: (amount: number) => string | null, notWhole: string) =>
  z
    .number({
      error: ({ input }) => (input === undefined || input === null ? (rule(0) ?? notWhole) : notWhole),
    })
    .check((context) => {
      const problem = rule(context.value);
      if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
    })
    .meta({ type: 'integer' });

/** A number that a form cannot do without, checked by a rule. `missing` is the sentence when it is left out. */
export const ruledNumber = (name: string, rule: (number: number) => string | null, missing: string) =>
  z
    .number({
      error: ({ input }) => (input === undefined || input === null ? missing : `${name} must be a number.`),
    })
    .check((context) => {
      const problem = rule(context.value);
      if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
    })
    .meta({ type: 'integer' });

/** A picture that a form cannot do without; what is in it is looked at once it is decoded. */
export const imageBase64 = (missing: string) =>
  z
    .string({
      error: ({ input }) => (input === undefined || input === null ? missing : 'The image must be a text.'),
    })
    .min(1, { error: missing })
    .meta({
      contentEncoding: 'base64',
      description: `A JPEG, PNG or WebP in bare base64 or as a data URL, at most 5 MB decoded and 40 megapixels.`,
    });

/** Largest body that a picture comes in, in bytes: its base64, and room for all else. */
export const PICTURE_BODY_LIMIT = Math.ceil((PICTURE_BYTES * 4) / 3) + 512 * 1024;

/** A picture in an answer: the bytes of a JPEG. */
export const jpeg = z.string().meta({ contentMediaType: 'image/jpeg' });

/** Largest page number that is served. Deeper pages are reached by cursors, which skip no rows. */
export const LAST_PAGE = 100;

/** Number of a page, from 1. */
const pageNumber = z
  .string({ error: 'The page must be a positive integer.' })
  .regex(/^[1-9]\d*$/, { error: 'The page must be a positive integer.', abort: true })
  .refine((text) => Number(text) <= LAST_PAGE, {
    error: `Pages after the ${LAST_PAGE}th have no number. Follow the link to the next page.`,
    params: { code: 'PAGE_TOO_DEEP' },
  })
  .transform(Number)
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: LAST_PAGE,
    description: `Number of the page; 1 when left out. Pages after the ${LAST_PAGE}th return 400 \`PAGE_TOO_DEEP\`: follow the cursors of \`Link\`.`,
  });

/** The query of lists that come in pages: the number of a page, or the cursor of a `Link` to the next one. */
export const pageQuery = z.object({
  page: pageNumber.optional(),
  cursor: z
    .string({ error: 'The cursor is not valid.' })
    .regex(/^[\w-]{1,400}$/, { error: 'The cursor is not valid.' })
    .optional()
    .meta({ description: 'Taken from the `Link` of the page before; it wins over `page`.' }),
});

/** What a page of a list is asked by. */
export type PageQuery = z.output<typeof pageQuery>;

/** The answer of calls that only say that they did it. */
export const done = z.object({ message: z.string() }).meta({ id: 'Done' });

/** Every error. `message` is a sentence for people, `code` a stable name for programs. */
export const apiError = z
  .object({
    message: z.string(),
    code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    type: z
      .enum(['NOT_APPROVED', 'INACTIVE', 'BANNED'])
      .optional()
      .meta({ description: 'Why an account may not log in.' }),
  })
  .meta({ id: 'Error' });

/** An error as a client receives it. */
export type ApiError = z.output<typeof apiError>;
