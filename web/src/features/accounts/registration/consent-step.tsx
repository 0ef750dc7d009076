import { useTranslation } from '../../../i18n/index.ts';
import { Checkbox } from '../../../ui/index.ts';
import type { StepProps } from './wizard-fields.ts';

/** Last step: consent. */
export function ConsentStep({ form, problems, onChange }: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <Checkbox
      name="consent"
      label={t('register.consent')}
      required
      checked={form.consent}
      error={problems.consent}
      onChange={({ target }) => onChange({ consent: target.checked })}
    />
  );
}
