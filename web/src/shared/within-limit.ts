/**
 * What a field holds after somebody has typed or pasted, as the server will read it, with so many characters at most.
 * What is too much goes from before the caret, where it came from; what stands behind it stays, and so does the caret.
 */
export function withinLimit(field: HTMLInputElement | HTMLTextAreaElement, limit: number): string {
  const { value } = field;
  const caret = field.selectionEnd ?? value.length;
  const before = [...value.slice(0, caret).normalize()];
  const behind = [...value.slice(caret).normalize()].slice(0, limit);
  const kept = before.slice(0, limit - behind.length).join('');
  const text = kept + behind.join('');
  if (text !== value) {
    field.value = text;
    field.setSelectionRange(kept.length, kept.length);
  }
  return text;
}
