/** The whole number that a text says, brought between two limits; a text that says none gives the fallback. */
export function clampedNumber(text: string, least: number, most: number, fallback: number): number {
  const digits = text.replace(/[\s,._]/g, '');
  if (!/^-?\d+$/.test(digits)) return fallback;
  return Math.min(most, Math.max(least, Number(digits)));
}
