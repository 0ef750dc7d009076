import { useEffect, useRef, useState } from 'react';
import { type FieldProps, TextField } from '../ui/index.ts';

export interface ClampedFieldProps extends FieldProps {
  readonly value: number;
  /** The number within the limits that a text comes to, or the one before for a text that says none. */
  readonly clamp: (text: string, before: number) => number;
  readonly onChange: (value: number) => void;
  readonly maxLength?: number;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * A whole number within limits. What is typed is brought between them when the field is left; a form that is sent before
 * shows what has become of it first, and is sent the next time.
 */
export function ClampedField({ value, clamp, onChange, ...field }: ClampedFieldProps) {
  // What is being typed may be out of range for a while; null while nobody types.
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const differs = typed !== null && digitsOf(typed) !== String(value);

  useEffect(() => {
    const form = input.current?.form;
    if (!form || !differs) return;
    const showFirst = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    };
    form.addEventListener('submit', showFirst, true);
    return () => form.removeEventListener('submit', showFirst, true);
  }, [differs]);

  const type = (text: string) => {
    setTyped(text);
    onChange(clamp(text, value));
  };

  return (
    <TextField
      {...field}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
