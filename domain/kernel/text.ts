/** Length of a text as people count it: Unicode code points. */
export const codePoints = (text: string): number => [...text].length;

/** The form in which every text is checked and kept: NFC-normalised and trimmed. */
export const cleanText = (text: string): string => text.normalize('NFC').trim();

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const ZERO_WIDTH = /\p{Default_Ignorable_Code_Point}/u;

// A black flag whose tags name a region, as `gbeng`, and end; tags behind anything else would be text that hides. Or a
// pictograph, with one variation selector and one skin tone at most, and others joined to it; or a keycap.
const EMOJI =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)*|[0-9#*]\ufe0f?\u20e3/gu;

/**
 * Whether a text holds characters that deceive or cannot be seen: control, bidirectional and zero-width ones. The
 * joiners inside emoji are allowed, and so are line breaks where the text may have several lines.
 */
export function hasForbiddenCharacters(text: string, { multiline = false } = {}): boolean {
  const visible = text.replace(EMOJI, '');
  const rest = multiline ? visible.replace(/\r?\n|\t/g, '') : visible;
  return CONTROL.test(rest) || BIDIRECTIONAL.test(rest) || ZERO_WIDTH.test(rest) || hasLoneSurrogate(rest);
}

const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** The sentence for a text with forbidden characters. */
export const FORBIDDEN_CHARACTERS = 'The text contains characters that are not allowed.';

/** The form under which names that must be unique are compared: without regard to case. */
export const caseless = (text: string): string => text.normalize('NFC').toLowerCase();
