import { type SyntheticEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Problem } from '../../../../../contract/problems.ts';
import { passwordEmpty, usernameEmpty } from '../../../../../contract/rules/accounts.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { CardPage } from '../../../shared/card-page.tsx';
import { useReturnTarget } from '../../../shared/return-target.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, TextField } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { useLoginMutation } from '../accounts-api.ts';
import { GoogleButton } from '../google/google-button.tsx';
import { PasswordField } from '../password-field.tsx';
import { PasskeyLoginButton } from '../security/passkey-login-button.tsx';
import { useSessionStart } from '../use-session-start.ts';

interface LoginProblems {
  readonly username?: Problem | undefined;
  readonly password?: Problem | undefined;
  readonly refusal?: Problem;
}

function LoginForm() {
  const { t } = useTranslation('accounts');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<LoginProblems>({});
  const [login, { isLoading }] = useLoginMutation();
  const { startSession, redirectIfBlocked } = useSessionStart();
  const dispatch = useDispatch();
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const refuse = (loginProblems: LoginProblems) => {
    setProblems(loginProblems);
    (loginProblems.username ? usernameInput : passwordInput).current?.focus();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const empty = {
      username: username.trim() === '' ? usernameEmpty : undefined,
      password: password === '' ? passwordEmpty : undefined,
    };
    if (empty.username || empty.password) return refuse(empty);
    setProblems({});
    const { data, error } = await login({ username, password });
    if (data) return startSession(data, t('done.login'));
    const failure = getApiFailure(error);
    if (!failure) return;
    if (failure.status === 400) return refuse({ refusal: failure });
    if (!failure.challenge) dispatch(feedbackAdded('bad', failure));
    redirectIfBlocked(failure);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        ref={usernameInput}
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={username}
        error={problems.username}
        invalid={problems.refusal !== undefined}
        onChange={({ target }) => setUsername(target.value)}
      />
      <PasswordField
        ref={passwordInput}
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={problems.password ?? problems.refusal}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" wide busy={isLoading}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

/** /login: logs in with username and password, a passkey or Google. */
export function LoginPage() {
  const { t } = useTranslation('accounts');
  const returnTarget = useReturnTarget();
  return (
    <CardPage title={t('login.title')}>
      <LoginForm />
      <p className={styles.aside}>
        <Link to="/forgot-password">{t('login.forgot')}</Link>
      </p>
      <p className={styles.or}>{t('login.or')}</p>
      <PasskeyLoginButton />
      <GoogleButton />
      <p className={styles.aside}>
        {t('login.newHere')}{' '}
        <Link to="/register" state={returnTarget}>
          {t('login.register')}
        </Link>
      </p>
    </CardPage>
  );
}
