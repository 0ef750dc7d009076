/**
 * Reduces source maps to one segment per line. Node.js keeps parsed source maps in memory, at 100 bytes per segment.
 */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_BITS = 5;
const CONTINUATION_BIT = 1 << DIGIT_BITS;

/** Decodes the numbers in a segment (Base64 VLQ, ECMA-426). */
const decodeSegment = (text) => {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    value += (digit & (CONTINUATION_BIT - 1)) << shift;
    shift += DIGIT_BITS;
    if (digit & CONTINUATION_BIT) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
};

const encodeNumber = (number) => {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const digit = rest & (CONTINUATION_BIT - 1);
    rest >>>= DIGIT_BITS;
    text += DIGITS[rest > 0 ? digit | CONTINUATION_BIT : digit];
  } while (rest > 0);
  return text;
};

const getIndentWidth = (line) => line.length - line.trimStart().length;

/**
 * Keeps, for each line of code, only the segment of its first character. Drops names. Stack traces then show the column
 * where the line starts.
 */
export const keepLines = ({ mappings, ...map }, code) => {
  const codeLines = code.split('\n');
  /** Source, line and column of the previous segment. Segments are encoded as differences. */
  const position = [0, 0, 0];
  let keptPosition = [0, 0, 0];
  const keepFirst = (line, lineIndex) => {
    const indent = getIndentWidth(codeLines[lineIndex] ?? '');
    let firstPosition;
    let column = 0;
    for (const segment of line === '' ? [] : line.split(',')) {
      const [columns, ...changes] = decodeSegment(segment);
      column += columns;
      // A segment that contains only a column refers to no source.
      if (changes.length < position.length) continue;
      for (const index of position.keys()) position[index] += changes[index];
      // A segment before the indent continues the previous line.
      if (!firstPosition || column <= indent) firstPosition = [...position];
    }
    if (!firstPosition) return '';
    const differences = firstPosition.map((value, index) => value - keptPosition[index]);
    keptPosition = firstPosition;
    return [0, ...differences].map(encodeNumber).join('');
  };
  return { ...map, names: [], mappings: mappings.split(';').map(keepFirst).join(';') };
};
