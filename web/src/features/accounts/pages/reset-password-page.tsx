import { type SyntheticEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Problem, resetLinkInvalid } from '../../../../../contract/problems.ts';
import { checkPassword } from '../../../../../contract/rules/accounts.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { getCurrentLanguage, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { CardPage } from '../../../shared/card-page.tsx';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, LinkButton } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { useResetPasswordMutation } from '../accounts-api.ts';
import { NewPasswordField } from '../password-field.tsx';

interface FormProps {
  readonly token: string;
  /** Called if the link was already used, was replaced, or has expired. */
  readonly onInvalid: () => void;
}

function ResetForm({ token, onInvalid }: FormProps) {
  const { t } = useTranslation('accounts');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [reset, { isLoading }] = useResetPasswordMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const isMounted = useIsMounted();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const passwordProblem = checkPassword(password);
    setProblem(passwordProblem);
    if (passwordProblem) return;
    const { error } = await reset({ token, password, language: getCurrentLanguage() });
    const failure = getApiFailure(error);
    if (!error) {
      dispatch(feedbackAdded('ok', t('newPassword.set')));
      if (isMounted()) void navigate('/login', { replace: true });
    } else if (failure?.code === resetLinkInvalid.code) onInvalid();
    else if (failure?.status === 400) setProblem(failure);
    else if (failure) dispatch(feedbackAdded('bad', failure));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NewPasswordField value={password} error={problem} onType={setPassword} />
      <Button type="submit" wide busy={isLoading}>
        {t('newPassword.save')}
      </Button>
    </form>
  );
}

/** /reset-password#token: sets a new password. Opening the page changes nothing. */
export function ResetPasswordPage() {
  const { t } = useTranslation('accounts');
  const token = useLocation().hash.slice(1);
  const [isInvalid, setInvalid] = useState(token === '');
  return (
    <CardPage title={t('newPassword.title')}>
      {isInvalid ? (
        <>
          <p role="alert">{translateMessage(resetLinkInvalid)}</p>
          <LinkButton to="/forgot-password">{t('forgot.title')}</LinkButton>
        </>
      ) : (
        <ResetForm token={token} onInvalid={() => setInvalid(true)} />
      )}
    </CardPage>
  );
}
