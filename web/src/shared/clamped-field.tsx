import { useEffect, useRef, useState } from 'react';
import { formatNumber, useTranslation } from '../i18n/index.ts';
import { type FieldProps, TextField } from '../ui/index.ts';
import { wholeNumber } from './whole-number.ts';

export interface ClampedFieldProps extends Omit<FieldProps, 'error'> {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
}

/** The whole number that a text says, brought between two limits; a text that says none gives the fallback. */
export function clampedNumber(text: string, least: number, most: number, fallback: number): number {
  const number = wholeNumber(text);
  return Number.isNaN(number) ? fallback : Math.min(most, Math.max(least, number));
}

/**
 * A whole number within limits. What is typed is brought between them when the field is left. A form that is sent before
 * says first what has become of it, and is sent the next time.
 */
export function ClampedField({ value, least, most, onChange, ...field }: ClampedFieldProps) {
  const { t } = useTranslation('shared');
  // What is being typed may be out of range for a while; null while nobody types.
  const [typed, setTyped] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const differs = typed !== null && wholeNumber(typed) !== value;

  useEffect(() => {
    const form = input.current?.form;
    const tellFirst = (event: SubmitEvent) => {
      setChanged(differs);
      if (!differs) return;
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
      input.current?.focus();
    };
    form?.addEventListener('submit', tellFirst, true);
    return () => form?.removeEventListener('submit', tellFirst, true);
  }, [differs]);

  const type = (text: string) => {
    setTyped(text);
    setChanged(false);
    onChange(clampedNumber(text, least, most, value));
  };

  return (
    <TextField
      {...field}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      error={changed ? t('clamped', { number: formatNumber(value) }) : null}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
