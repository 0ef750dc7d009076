import type { MouseEvent } from 'react';

/**
 * For the `onMouseDown` of a form's button: the field keeps the focus until the click, so that a sentence which
 * appears when the field is left cannot move the button away from under the pointer.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
