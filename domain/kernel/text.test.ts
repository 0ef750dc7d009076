import { cleanText, codePoints, hasForbiddenCharacters } from './text.ts';

test('characters are code points', () => {
  expect(codePoints('🦦')).toBe(1);
  expect(codePoints('añ')).toBe(2);
});

test('a text is normalised and trimmed', () => {
  expect(cleanText('  nin\u0303a \n')).toBe('niña');
});

test.each([
  ['a null', 'a\u0000b'],
  ['an escape', 'a\u001bb'],
  ['a bidirectional override', 'a\u202eb'],
  ['a zero-width space', 'a\u200bb'],
  ['a joiner outside an emoji', 'a\u200db'],
  ['a soft hyphen', 'a\u00adb'],
  ['a byte order mark', 'a\ufeffb'],
  ['half a surrogate pair', 'a\ud83eb'],
  ['a line separator', 'a\u2028b'],
])('%s is forbidden', (_name, text) => expect(hasForbiddenCharacters(text, { multiline: true })).toBe(true));

test.each(['otter 🦦', 'family 👩‍👩‍👧', 'heart ❤️', 'flag 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'hand 👋🏽', 'key 1️⃣', 'नमस्ते', 'عربي'])(
  '%s is allowed',
  (text) => expect(hasForbiddenCharacters(text)).toBe(false),
);

test('line breaks are allowed in texts of several lines only', () => {
  expect(hasForbiddenCharacters('a\nb')).toBe(true);
  expect(hasForbiddenCharacters('a\nb', { multiline: true })).toBe(false);
});
