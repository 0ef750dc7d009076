const BACKGROUND_COLORS = [
  '#d5ead9',
  '#f6dcc7',
  '#d3e6f3',
  '#f5d6dc',
  '#f3e7bd',
  '#cfeae6',
  '#e4daf2',
] as const;
const SKIN_COLORS = ['#f6d3b8', '#eab98f', '#c98d5f', '#9a6440', '#6f4429'] as const;
const HAIR_COLORS = ['#2b1d14', '#5b3719', '#a8672a', '#d9a441', '#7c7a78', '#1e2a3a'] as const;
const CLOTHES_COLORS = ['#2f6b4f', '#b2542d', '#2c5d86', '#8c3b5c', '#7a6a1d', '#5a4390'] as const;
const FUR_COLORS = ['#c9803f', '#6d5a4a', '#9aa0a6', '#e0c9a0', '#4a4038'] as const;

/** Hair in front of the face: short, with a parting, curly and with a bun. */
const HAIR_SHAPES = [
  '<path d="M27 42q0-24 21-24t21 24q-6-12-21-12t-21 12Z"/>',
  '<path d="M26 46q-2-28 22-28t22 26q-4-10-14-14-8 8-24 8-4 2-6 8Z"/>',
  '<g><circle cx="32" cy="30" r="9"/><circle cx="42" cy="23" r="9"/><circle cx="54" cy="23" r="9"/><circle cx="64" cy="30" r="9"/></g>',
  '<g><circle cx="48" cy="15" r="7"/><path d="M26 44q0-26 22-26t22 26q-8-10-22-10t-22 10Z"/></g>',
] as const;
/** Hair behind the head: none or long. */
const LONG_HAIR = ['', '<path d="M24 40q0-24 24-24t24 24v28H24Z"/>'] as const;
/** Ears: cat, dog, bear and rabbit. */
const EARS = [
  '<path d="M26 40 28 16 46 28Z"/><path d="M70 40 68 16 50 28Z"/>',
  '<path d="M30 26q-16 2-12 30 10 2 14-12Z"/><path d="M66 26q16 2 12 30-10 2-14-12Z"/>',
  '<circle cx="30" cy="28" r="9"/><circle cx="66" cy="28" r="9"/>',
  '<ellipse cx="38" cy="18" rx="6" ry="16"/><ellipse cx="58" cy="18" rx="6" ry="16"/>',
] as const;

const EYES = '<g fill="#241a14"><circle cx="40" cy="46" r="2.4"/><circle cx="56" cy="46" r="2.4"/></g>';
const SMILE =
  '<path d="M41 55q7 6 14 0" fill="none" stroke="#241a14" stroke-width="2" stroke-linecap="round"/>';

/** FNV-1a. */
function hashText(text: string): number {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

/** The choices depend only on the handle. */
function createChooser(handle: string) {
  let remainder = hashText(handle);
  return <Item>(items: readonly [Item, ...Item[]]): Item => {
    remainder = Math.imul(remainder ^ (remainder >>> 15), 2246822519) >>> 0;
    return items[remainder % items.length] ?? items[0];
  };
}

const frame = (ground: string, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="${ground}"/>${shapes}</svg>`;

/** Draws a person as a 96 × 96 pixel SVG. */
export function drawPerson(handle: string): string {
  const choose = createChooser(handle);
  const ground = choose(BACKGROUND_COLORS);
  const skin = choose(SKIN_COLORS);
  const hair = choose(HAIR_COLORS);
  const clothes = choose(CLOTHES_COLORS);
  return frame(
    ground,
    `<g fill="${hair}">${choose(LONG_HAIR)}</g>
    <path d="M14 96q2-26 34-26t34 26Z" fill="${clothes}"/><rect x="41" y="58" width="14" height="16" rx="6" fill="${skin}"/>
    <ellipse cx="48" cy="45" rx="20" ry="22" fill="${skin}"/><g fill="${hair}">${choose(HAIR_SHAPES)}</g>${EYES}${SMILE}`,
  );
}

/** Draws an animal as a 96 × 96 pixel SVG. */
export function drawAnimal(handle: string): string {
  const choose = createChooser(handle);
  const [ground, fur, ears] = [choose(BACKGROUND_COLORS), choose(FUR_COLORS), choose(EARS)];
  return frame(
    ground,
    `<g fill="${fur}">${ears}<path d="M18 96q2-30 30-30t30 30Z"/><ellipse cx="48" cy="47" rx="24" ry="22"/></g>
    <ellipse cx="48" cy="55" rx="11" ry="8" fill="#fff6e8"/>${EYES}
    <path d="M44 51h8l-4 4Z" fill="#241a14"/><path d="M43 57q5 4 5 0 0 4 5 0" fill="none" stroke="#241a14" stroke-width="1.6" stroke-linecap="round"/>`,
  );
}
