import type { Ref } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { type FieldProps, TextField } from '../../../ui/index.ts';

interface CodeFieldProps extends Pick<FieldProps, 'error' | 'hint'> {
  readonly value: string;
  readonly onType: (code: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Field for a code from an authenticator app or for a recovery code. */
export function CodeField({ value, onType, ...props }: CodeFieldProps) {
  const { t } = useTranslation('security');
  return (
    <TextField
      {...props}
      label={t('code')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
      required
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
