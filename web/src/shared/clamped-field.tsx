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

/** Parses a whole number and clamps it to the limits. Returns the fallback if the string is not a number. */
export function parseClampedNumber(text: string, min: number, max: number, fallback: number): number {
  const number = parseWholeNumber(text);
  return Number.isNaN(number) ? fallback : Math.min(max, Math.max(min, number));
}

/** A whole number, clamped on blur. If a submit clamps it, the form shows the value and sends on the next attempt. */
export function ClampedField({ value, min, max, onChange, ...field }: ClampedFieldProps) {
  const { t } = useTranslation('shared');
  // Text during editing, which can be out of range; null otherwise.
  const [input, setInput] = useState<string | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const fieldRef = useRef<HTMLInputElement>(null);
  const isDifferent = input !== null && parseWholeNumber(input) !== value;

  useEffect(() => {
    const form = fieldRef.current?.form;
    const interceptSubmit = (event: SubmitEvent) => {
      setHasChanged(isDifferent);
      if (!isDifferent) return;
      event.preventDefault();
      event.stopPropagation();
      setInput(null);
      fieldRef.current?.focus();
    };
    form?.addEventListener('submit', interceptSubmit, true);
    return () => form?.removeEventListener('submit', interceptSubmit, true);
  }, [isDifferent]);

  const type = (text: string) => {
    setInput(text);
    setHasChanged(false);
    onChange(parseClampedNumber(text, min, max, value));
  };

  return (
    <TextField
      {...field}
      ref={fieldRef}
      inputMode="numeric"
      autoComplete="off"
      value={input ?? String(value)}
      error={hasChanged ? t('clamped', { number: formatNumber(value) }) : null}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setInput(null)}
    />
  );
}
