import { Building2, UserRound } from 'lucide-react';
import { useTranslation } from '../../../i18n/index.ts';
import type { AccountKind } from './form.ts';
import styles from './kind-step.module.css';

const KINDS = [
  { kind: 'USER', Icon: UserRound },
  { kind: 'ORG', Icon: Building2 },
] as const;

interface KindStepProps {
  readonly kind: AccountKind;
  readonly onChoose: (kind: AccountKind) => void;
}

/** Step 0: asks whether the account is for a person or an organization. */
export function KindStep({ kind, onChoose }: KindStepProps) {
  const { t } = useTranslation('accounts');
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">{t('register.steps.kind')}</legend>
      {KINDS.map(({ kind: option, Icon }) => (
        <label key={option} className={styles.kind}>
          <input
            type="radio"
            name="kind"
            value={option}
            checked={kind === option}
            onChange={() => onChoose(option)}
          />
          <Icon size={28} aria-hidden="true" />
          <span>
            <strong>{t(`register.kinds.${option}.title`)}</strong>
            <span className={styles.text}>{t(`register.kinds.${option}.text`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
