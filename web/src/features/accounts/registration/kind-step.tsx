import { Building2, UserRound } from 'lucide-react';
import { useTranslation } from '../../../i18n/index.ts';
import { classNames } from '../../../ui/index.ts';
import radio from '../radio-option.module.css';
import styles from './kind-step.module.css';
import type { StepProps } from './wizard-fields.ts';

const KINDS = [
  { kind: 'USER', Icon: UserRound },
  { kind: 'ORG', Icon: Building2 },
] as const;

/** Step 0: asks whether the account is for a person or an organization. */
export function KindStep({ form, onChange }: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">{t('register.steps.kind')}</legend>
      {KINDS.map(({ kind, Icon }) => (
        <label key={kind} className={classNames(radio.option, styles.kind)}>
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={form.kind === kind}
            onChange={() => onChange({ kind })}
          />
          <Icon size={28} aria-hidden="true" />
          <span>
            <strong>{t(`register.kinds.${kind}.title`)}</strong>
            <span className={styles.text}>{t(`register.kinds.${kind}.text`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
