import { type SyntheticEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { ApiError } from '../../../../../contract/fields.ts';
import { type Problem, wrongCode } from '../../../../../contract/problems.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { CardPage } from '../../../shared/card-page.tsx';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { useSessionStart } from '../use-session-start.ts';
import { CodeField } from './code-field.tsx';
import { PasskeyLoginButton } from './passkey-login-button.tsx';
import { useConfirmLoginMutation } from './security-api.ts';

type Challenge = NonNullable<ApiError['challenge']>;

function CodeForm({ challenge }: { readonly challenge: Challenge }) {
  const { t } = useTranslation('security', 'accounts');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [confirm, { isLoading }] = useConfirmLoginMutation();
  const { startSession, redirectIfBlocked } = useSessionStart();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { state } = useLocation();
  const input = useRef<HTMLInputElement>(null);

  const refuse = (codeProblem: Problem) => {
    setProblem(codeProblem);
    input.current?.focus();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (code.trim() === '') return refuse(wrongCode);
    setProblem(null);
    const { data, error } = await confirm({ challenge: challenge.token, code });
    if (data) return startSession(data, t('accounts:done.login'));
    const failure = getApiFailure(error);
    if (!failure || redirectIfBlocked(failure)) return;
    if (failure.code === 'WRONG_CODE') return refuse(failure);
    dispatch(feedbackAdded('bad', failure));
    if (failure.code === 'LOGIN_CHALLENGE_INVALID') void navigate('/login', { replace: true, state });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <CodeField
        ref={input}
        value={code}
        error={problem}
        hint={challenge.methods.includes('AUTHENTICATOR') ? t('codeHint') : t('recoveryHint')}
        onType={setCode}
      />
      <Button type="submit" wide busy={isLoading}>
        {t('login.confirm')}
      </Button>
    </form>
  );
}

/** /login/confirm: completes a login with a second factor. */
export function ConfirmLoginPage() {
  const { t } = useTranslation('security');
  const { challenge } = (useLocation().state ?? {}) as { readonly challenge?: Challenge };
  if (!challenge) return <Navigate to="/login" replace />;
  return (
    <CardPage title={t('login.title')}>
      {challenge.methods.includes('PASSKEY') && <PasskeyLoginButton />}
      <CodeForm challenge={challenge} />
      <p className={styles.aside}>
        <Link to="/login">{t('login.back')}</Link>
      </p>
    </CardPage>
  );
}
