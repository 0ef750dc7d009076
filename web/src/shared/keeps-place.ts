/** State of a navigation within one page, such as to another of its tabs: scroll and focus stay where they are. */
export const KEEPS_PLACE = { keepsPlace: true } as const;

/** Whether a navigation's state says that scroll and focus stay. */
export const keepsPlace = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepsPlace' in state && state.keepsPlace === true;
