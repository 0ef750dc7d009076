import { limitFieldText } from './limit-field-text.ts';

/** Creates a field from a string in which `|` marks the caret. */
function createField(markedText: string): HTMLInputElement {
  const field = document.createElement('input');
  field.value = markedText.replace('|', '');
  const caret = markedText.indexOf('|');
  field.setSelectionRange(caret, caret);
  return field;
}

test.each([
  ['abc|', 'abc|'],
  ['abcdef|', 'abcde|'],
  ['abX|cde', 'ab|cde'],
  ['aXYZ|bcde', 'a|bcde'],
  ['🦔🐾🐾🐾|🦊🐻🐼', '🦔🐾|🦊🐻🐼'],
  ['e\u0301e\u0301e\u0301e\u0301e\u0301|', 'ééééé|'],
  ['|abcdefg', '|abcde'],
])('limits %s to five characters: %s', (typed, limitedText) => {
  const field = createField(typed);
  const text = limitFieldText(field, 5);
  const caret = field.selectionEnd ?? 0;
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(limitedText);
  expect(field.value).toBe(text);
});
