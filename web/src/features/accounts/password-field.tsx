import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { type FieldProps, IconButton, TextField } from '../../ui/index.ts';
import styles from './password-field.module.css';

/** A field for a password, which can be made visible. */
export function PasswordField(props: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation('accounts');
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className={styles.place}>
      <TextField
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={visible ? 'text' : 'password'}
      />
      <IconButton
        className={styles.toggle}
        label={t(visible ? 'hidePassword' : 'showPassword', { field: props.label.toLowerCase() })}
        disabled={props.disabled}
        onClick={() => setVisible(!visible)}
      >
        <Icon size={20} />
      </IconButton>
    </div>
  );
}
