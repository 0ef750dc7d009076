import { type SyntheticEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Problem } from '../../../../../contract/problems.ts';
import { checkPassword, checkUsername } from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { getCurrentLanguage, useTranslation } from '../../../i18n/index.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, TextField } from '../../../ui/index.ts';
import { useSetPasswordMutation } from '../email-addresses-api.ts';
import { NewPasswordField } from '../password-field.tsx';
import styles from './settings.module.css';

/** Form that sets a username and password for an account that signs in only with Google. */
export function FirstPasswordForm({ onSet }: { readonly onSet: () => void }) {
  const { t } = useTranslation('accounts');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Partial<Record<'username' | 'password', Problem | null>>>({});
  const [save, { isLoading }] = useSetPasswordMutation();
  const dispatch = useDispatch();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const name = cleanText(username);
    const problems = { username: checkUsername(name), password: checkPassword(password) };
    setProblems(problems);
    if (problems.username || problems.password) return;
    const { error } = await save({ username: name, newPassword: password, language: getCurrentLanguage() });
    const failure = getApiFailure(error);
    if (!error) {
      dispatch(feedbackAdded('ok', t('firstPassword.set')));
      onSet();
    } else if (failure?.status === 400)
      setProblems({ [failure.code === 'PASSWORD_COMMON' ? 'password' : 'username']: failure });
    else if (failure) dispatch(feedbackAdded('bad', failure));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('username')}
        name="username"
        autoComplete="username"
        required
        value={username}
        hint={t('firstPassword.usernameHint')}
        error={problems.username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <NewPasswordField value={password} error={problems.password} onType={setPassword} />
      <Button type="submit" busy={isLoading}>
        {t('firstPassword.save')}
      </Button>
    </form>
  );
}
