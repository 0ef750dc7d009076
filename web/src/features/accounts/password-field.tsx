import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { type FieldProps, IconButton, TextField } from '../../ui/index.ts';
import styles from './password-field.module.css';

type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'name' | 'required'> & {
    readonly name: 'password' | 'confirmPassword' | 'newPassword';
  };

/** Required password field with a button that reveals the password. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('accounts');
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <div className={styles.place}>
      <TextField
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...props}
        type={isVisible ? 'text' : 'password'}
      />
      <IconButton
        className={styles.toggle}
        label={t(`passwordFields.${props.name}.${isVisible ? 'hide' : 'show'}`)}
        disabled={props.disabled}
        onClick={() => setVisible(!isVisible)}
      >
        <Icon size={20} />
      </IconButton>
    </div>
  );
}

interface NewPasswordFieldProps extends Pick<FieldProps, 'error'> {
  readonly value: string;
  readonly onType: (password: string) => void;
}

/** Password field for a new password, with the password rules. */
export function NewPasswordField({ onType, ...props }: NewPasswordFieldProps) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordField
      {...props}
      label={t('newPassword.next')}
      hint={t('register.passwordHint')}
      name="newPassword"
      autoComplete="new-password"
      onChange={({ target }) => onType(target.value)}
    />
  );
}
