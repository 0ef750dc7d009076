/**
 * Normalizes the text in a field after input and limits it to `limit` characters. Removes excess characters before the
 * caret, where they were entered. Keeps the text after the caret and the caret position.
 */
export function limitFieldText(field: HTMLInputElement | HTMLTextAreaElement, limit: number): string {
  const { value } = field;
  const caret = field.selectionEnd ?? value.length;
  const before = [...value.slice(0, caret).normalize()];
  const behind = [...value.slice(caret).normalize()].slice(0, limit);
  const keptText = before.slice(0, limit - behind.length).join('');
  const text = keptText + behind.join('');
  if (text !== value) {
    field.value = text;
    field.setSelectionRange(keptText.length, keptText.length);
  }
  return text;
}
