import { useTranslation } from '../../../i18n/index.ts';
import { TextField } from '../../../ui/index.ts';
import { PasswordField } from '../password-field.tsx';
import { bind, type StepProps } from './wizard-fields.ts';

/** Step 1: user name and password. */
export function AccountStep(props: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <TextField
        label={t('username')}
        hint={t('register.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...bind('username', props)}
      />
      <PasswordField
        label={t('password')}
        hint={t('register.passwordHint')}
        autoComplete="new-password"
        required
        {...bind('password', props)}
      />
      <PasswordField
        label={t('register.confirm')}
        hint={t('register.confirmHint')}
        autoComplete="new-password"
        required
        {...bind('confirmPassword', props)}
      />
      <TextField
        label={t('register.email')}
        hint={t('register.emailHint')}
        type="email"
        autoComplete="email"
        required
        {...bind('email', props)}
      />
    </>
  );
}
