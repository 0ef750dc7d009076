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
