import { checkReason, checkRequiredReason } from './rules.ts';

const NOT_ALLOWED = 'The text contains characters that are not allowed.';

test.each([
  ['', null],
  ['Sells puppies.\nTwice.', null],
  ['👩‍🚒 asked for it', null],
  ['🐈'.repeat(500), null],
  ['x'.repeat(501), 'The reason cannot exceed 500 characters.'],
  ['a\u0000b', NOT_ALLOWED],
  ['a\u001b[31mb', NOT_ALLOWED],
  ['a\u202eb', NOT_ALLOWED],
  ['a\u200bb', NOT_ALLOWED],
])('checks the reason %j', (text, problem) => {
  expect(checkReason(text)?.message ?? null).toBe(problem);
  expect(checkRequiredReason(text)?.message ?? null).toBe(
    text === '' ? 'The reason cannot be empty.' : problem,
  );
});
