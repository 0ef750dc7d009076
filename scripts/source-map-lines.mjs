/** Reduces source maps to lines: Node.js keeps a parsed map, which takes 100 bytes for each of its segments. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_BITS = 5;
const CONTINUES = 1 << DIGIT_BITS;

/** Decodes the numbers of a segment (Base64 VLQ, ECMA-426). */
const decodeSegment = (text) => {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    value += (digit & (CONTINUES - 1)) << shift;
    shift += DIGIT_BITS;
    if (digit & CONTINUES) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
};

const encodeNumber = (number) => {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const digit = rest & (CONTINUES - 1);
    rest >>>= DIGIT_BITS;
    text += DIGITS[rest > 0 ? digit | CONTINUES : digit];
  } while (rest > 0);
  return text;
};

const countIndent = (line) => line.length - line.trimStart().length;

/**
 * Keeps the segment of the first character of each line of the code, and no names. The columns of stack traces are then
 * those of the beginnings of lines.
 */
export const keepLines = ({ mappings, ...map }, code) => {
  const codeLines = code.split('\n');
  /** Source, line and column of the previous segment: segments contain differences. */
  const position = [0, 0, 0];
  let keptPosition = [0, 0, 0];
  const keepFirst = (line, lineIndex) => {
    const indent = countIndent(codeLines[lineIndex] ?? '');
    let firstPosition;
    let column = 0;
    for (const segment of line === '' ? [] : line.split(',')) {
      const [columns, ...changes] = decodeSegment(segment);
      column += columns;
      // A segment with only a column names no source.
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
