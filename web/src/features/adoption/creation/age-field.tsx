import { useState } from 'react';
import { ANIMAL_AGE_MAXIMUM, ANIMAL_AGE_MINIMUM } from '../../../../../api/contract/rules.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { TextField } from '../../../ui/index.ts';

/** The age that a text says, brought between the limits; an empty one says nothing. */
export function clampedAge(text: string, before: number): number {
  const typed = Number.parseInt(text.trim(), 10);
  if (Number.isNaN(typed)) return before;
  return Math.min(ANIMAL_AGE_MAXIMUM, Math.max(ANIMAL_AGE_MINIMUM, typed));
}

export interface AgeFieldProps {
  /** In years. */
  readonly value: number;
  readonly onChange: (age: number) => void;
}

/** An age in whole years. What is typed is brought between the limits when the field is left. */
export function AgeField({ value, onChange }: AgeFieldProps) {
  const { t } = useTranslation('adoption');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={t('form.age')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={typed ?? String(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(clampedAge(target.value, value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
