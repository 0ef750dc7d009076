import type { MouseEvent } from 'react';

/**
 * `onMouseDown` handler for the button of a form. The field keeps the focus until the click, so that an error message
 * shown on blur cannot move the button away from the pointer.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
