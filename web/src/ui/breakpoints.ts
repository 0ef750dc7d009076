/** Layout breakpoints, in pixels. */
export const WIDE_MIN_WIDTH = 1025;
export const ASIDE_MIN_WIDTH = 1381;
