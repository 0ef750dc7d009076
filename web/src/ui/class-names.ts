/** Joins the class names that hold; the rest may be false or undefined. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');
