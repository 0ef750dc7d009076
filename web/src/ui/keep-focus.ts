import type { MouseEvent } from 'react';

/**
 * Keeps the focus in the current field until the click, so that an error message shown on blur cannot move the button
 * away from the pointer. Use as the `onMouseDown` handler of a form's button.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
