import { useState } from 'react';
import { type FieldProps, TextField } from '../../../ui/index.ts';
import { clampedNumber } from './clamp.ts';

export interface ClampedFieldProps extends FieldProps {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A whole number within limits. What is typed is brought between them when the field is left. */
export function ClampedField({ value, least, most, onChange, ...field }: ClampedFieldProps) {
  // What is being typed may be out of range for a while; null while nobody types.
  const [typed, setTyped] = useState<string | null>(null);

  const type = (text: string) => {
    setTyped(text);
    onChange(clampedNumber(text, least, most, value));
  };

  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={typed ?? String(value)}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
