import { type RefObject, useEffect, useRef } from 'react';

/** The focus goes to the first field that is marked as wrong when the form finds a problem. Give the answer to the form. */
export function useWrongFocus(problem: string | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  return form;
}
