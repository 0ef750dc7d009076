import { ANIMAL_AGE_MAXIMUM, ANIMAL_AGE_MINIMUM } from '../../../../../api/contract/rules.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';

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

/** An age in whole years. */
export function AgeField({ value, onChange }: AgeFieldProps) {
  const { t } = useTranslation('adoption');
  return (
    <ClampedField label={t('form.age')} maxLength={4} value={value} clamp={clampedAge} onChange={onChange} />
  );
}
