import { Checkbox } from '../../../ui/index.ts';
import type { StepProps } from './wizard-fields.ts';

/** The last step. */
export function ConsentStep({ form, problems, onChange }: StepProps) {
  return (
    <Checkbox
      name="consent"
      label="I accept the terms and conditions and the privacy policy."
      required
      checked={form.consent}
      error={problems.consent}
      onChange={({ target }) => onChange({ consent: target.checked })}
    />
  );
}
