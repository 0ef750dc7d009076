import {
  cleanText,
  countCodePoints,
  hasForbiddenCharacters,
  isolateText,
  toSearchWords,
  toSpanishWords,
  truncateText,
} from './text.ts';

test('counts code points', () => {
  expect(countCodePoints('🦦')).toBe(1);
  expect(countCodePoints('añ')).toBe(2);
});

test('normalizes and trims a text', () => {
  expect(cleanText('  nin\u0303a \n')).toBe('niña');
});

test('does not normalize texts with more than 30 combining characters in a row', () => {
  const write = (marks: number) => `a\u0301${'\u0323'.repeat(marks - 1)}`;
  expect(cleanText(write(30))).toBe(write(30).normalize('NFC'));
  expect(cleanText(write(31))).toBe(write(31));
});

test('keeps only the diacritics of Spanish vowels in Spanish words', () => {
  const text = 'CORRÍAN: averigu\u0308e\u0301, ¡niños! À façade naïve, İzmir';
  expect(toSpanishWords(text)).toEqual(['corrían', 'averigüé', 'ninos', 'a', 'facade', 'naive', 'izmir']);
  expect(toSearchWords(text)).toEqual(['corrian', 'averigue', 'ninos', 'a', 'facade', 'naive', 'izmir']);
});

test.each([
  ['a null', 'a\u0000b'],
  ['more than 30 combining characters in a row', `a${'\u0301'.repeat(31)}`],
  ['an escape', 'a\u001bb'],
  ['a bidirectional override', 'a\u202eb'],
  ['a zero-width space', 'a\u200bb'],
  ['a joiner outside an emoji', 'a\u200db'],
  ['a soft hyphen', 'a\u00adb'],
  ['a byte order mark', 'a\ufeffb'],
  ['half a surrogate pair', 'a\ud83eb'],
  ['a line separator', 'a\u2028b'],
  ['a letter that shows nothing', 'a\u3164b'],
  ['a second variation of an emoji', '❤\ufe0f\ufe0f'],
  ['tags behind an emoji', '🦦\u{e0068}\u{e0069}\u{e007f}'],
  ['tags of a flag that do not end', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}'],
  ['a whole sentence of tags behind a flag', `🏴${'\u{e0061}'.repeat(20)}\u{e007f}`],
  ['tags behind a joined emoji', '👩\u200d👧\u{e0068}\u{e007f}'],
])('forbids texts with %s', (_name, text) =>
  expect(hasForbiddenCharacters(text, { multiline: true })).toBe(true),
);

test.each([
  'otter 🦦',
  'family 👩‍👩‍👧',
  'heart ❤️',
  'heart on fire ❤️‍🔥',
  'flag 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿🇪🇸',
  'flag 🏳️‍🌈',
  'flag 🏴‍☠️',
  'hand 👋🏽',
  'hands 🫱🏻‍🫲🏿',
  'runner 🏃🏽‍♀️‍➡️',
  'eye 👁️‍🗨️',
  'signs ©️ ™️ ‼️',
  'key 1️⃣ #️⃣',
  'नमस्ते',
  'عربي',
])('allows texts with %s', (text) => expect(hasForbiddenCharacters(text)).toBe(false));

test('allows line breaks in multi-line texts only', () => {
  expect(hasForbiddenCharacters('a\nb')).toBe(true);
  expect(hasForbiddenCharacters('a\nb', { multiline: true })).toBe(false);
});

test.each(['דוד!', 'محمد (42)', 'Ana و Ben', '\u{1e900}'])(
  'isolates %s, which has letters from right to left',
  (name) => expect(isolateText(name)).toBe(`\u2068${name}\u2069`),
);

test.each(['', 'Ana!', '42', 'Ñandú', 'Ελένη', '東京', '🦦'])('does not change %j, which has none', (name) =>
  expect(isolateText(name)).toBe(name),
);

test.each([
  ['a short text', 20, 'a short text'],
  ['on\n two  lines', 20, 'on two lines'],
  ['ends with a whole word', 12, 'ends with…'],
  ['Donaudampfschifffahrt', 6, 'Donau…'],
  ['🐶🐶🐶🐶', 3, '🐶🐶…'],
  ['for \u2068دوسة دوسة\u2069', 13, 'for \u2068دوسة\u2069…'],
])('truncates %j to %d characters', (text, maxLength, expected) =>
  expect(truncateText(text, maxLength)).toBe(expected),
);
