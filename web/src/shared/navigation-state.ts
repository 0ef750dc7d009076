/** Navigation state that keeps scroll position and focus. For navigation within a page, such as between tabs. */
export const KEEP_SCROLL_AND_FOCUS = { keepsPlace: true } as const;

/** Returns whether a navigation state keeps scroll position and focus. */
export const keepsScrollAndFocus = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepsPlace' in state && state.keepsPlace === true;
