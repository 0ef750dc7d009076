import { useEffect, useRef, useState } from 'react';
import { formatNumber, useTranslation } from '../i18n/index.ts';
import { type FieldProps, TextField } from '../ui/index.ts';
import { parseWholeNumber } from './whole-number.ts';

interface ClampedFieldProps extends Omit<FieldProps, 'error'> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
}

/**
 * Parses a whole number and clamps it to the limits; returns the fallback when the text is not a number.
 */
export function parseClampedNumber(text: string, least: number, most: number, fallback: number): number {
  const number = parseWholeNumber(text);
  return Number.isNaN(number) ? fallback : Math.min(most, Math.max(least, number));
}

/**
 * A field for a whole number within limits. The value is clamped on blur. If submitting the form clamps it,
 * the form shows the new value first and is only sent at the next attempt.
 */
export function ClampedField({ value, min: least, max: most, onChange, ...field }: ClampedFieldProps) {
  const { t } = useTranslation('shared');
  // Text while editing, which may be out of range; null when not editing.
  const [typed, setTyped] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const differs = typed !== null && parseWholeNumber(typed) !== value;

  useEffect(() => {
    const form = input.current?.form;
    const interceptSubmit = (event: SubmitEvent) => {
      setChanged(differs);
      if (!differs) return;
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
      input.current?.focus();
    };
    form?.addEventListener('submit', interceptSubmit, true);
    return () => form?.removeEventListener('submit', interceptSubmit, true);
  }, [differs]);

  const type = (text: string) => {
    setTyped(text);
    setChanged(false);
    onChange(parseClampedNumber(text, least, most, value));
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
