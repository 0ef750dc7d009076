import { checkedText } from '../../contract/fields.ts';

const DECOMPOSED_TEXT = ' n\u0303 ';

test.each([
  ['normalizes a text to NFC and trims it', {}, '\u00f1'],
  ['only normalizes a verbatim text to NFC', { isVerbatim: true }, ' \u00f1 '],
])('%s before its rule is checked', (_name, options, expected) => {
  const checkedTexts: string[] = [];
  const rule = (text: string) => {
    checkedTexts.push(text);
    return null;
  };

  expect(checkedText(rule, options).parse(DECOMPOSED_TEXT)).toBe(expected);
  expect(checkedTexts.at(-1)).toBe(expected);
});
