import { type RefObject, useEffect, useRef } from 'react';
import type { Message } from '../i18n/index.ts';

/** Focuses the first invalid field when the form reports a problem. Pass the returned ref to the form. */
export function useInvalidFieldFocus(problem: Message | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  return form;
}
