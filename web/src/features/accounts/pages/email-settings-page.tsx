import { type SyntheticEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { EmailStatus } from '../../../../../contract/email-addresses.ts';
import { type Problem, wrongPassword } from '../../../../../contract/problems.ts';
import { checkEmail, passwordEmpty } from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { getCurrentLanguage, useTranslation } from '../../../i18n/index.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, Card, ErrorState, Loading, TextField } from '../../../ui/index.ts';
import { useChangeEmailMutation, useGetEmailQuery } from '../email-addresses-api.ts';
import { PasswordField } from '../password-field.tsx';
import styles from '../settings/settings.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';

interface StatusProps {
  readonly status: EmailStatus;
  readonly onChanged: () => void;
}

function Address({ status: { email, isVerified, pendingEmail }, onChanged }: StatusProps) {
  const { t } = useTranslation('accounts');
  const [change, { isLoading }] = useChangeEmailMutation();
  const showResult = useResultToast();
  const sendLink = async () => {
    const { error } = await change({ email, language: getCurrentLanguage() });
    showResult(error, t('email.sent', { email }), getApiFailure(error) ?? undefined);
    onChanged();
  };
  return (
    <Card as="section" className={styles.section}>
      <h2>{t('email.current')}</h2>
      <p>
        <strong className={styles.address}>{email}</strong>
      </p>
      <p>{t(isVerified ? 'email.verified' : 'email.notVerified')}</p>
      {pendingEmail && <p role="status">{t('email.pending', { email: pendingEmail })}</p>}
      {!isVerified && (
        <Button variant="secondary" busy={isLoading} onClick={() => void sendLink()}>
          {t('email.send')}
        </Button>
      )}
    </Card>
  );
}

function AddressForm({ status: { hasPassword }, onChanged }: StatusProps) {
  const { t } = useTranslation('accounts');
  const [text, setText] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Partial<Record<'email' | 'password', Problem | null>>>({});
  const [change, { isLoading }] = useChangeEmailMutation();
  const dispatch = useDispatch();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const email = cleanText(text);
    const problems = { email: checkEmail(email), password: hasPassword && !password ? passwordEmpty : null };
    setProblems(problems);
    if (problems.email || problems.password) return;
    const { error } = await change({ email, currentPassword: password, language: getCurrentLanguage() });
    const failure = getApiFailure(error);
    if (!error) {
      setText('');
      setPassword('');
      onChanged();
      dispatch(feedbackAdded('ok', t('email.sent', { email })));
    } else if (failure?.code === wrongPassword.code) setProblems({ password: failure });
    else if (failure?.status === 400) setProblems({ email: failure });
    else if (failure) dispatch(feedbackAdded('bad', failure));
  };

  return (
    <Card as="section" className={styles.section}>
      <h2>{t('email.change')}</h2>
      <p>{t('email.explanation')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('email.next')}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={text}
          error={problems.email}
          onChange={({ target }) => setText(target.value)}
        />
        {hasPassword && (
          <PasswordField
            label={t('newPassword.current')}
            name="password"
            autoComplete="current-password"
            value={password}
            error={problems.password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        <Button type="submit" busy={isLoading}>
          {t('email.submit')}
        </Button>
      </form>
    </Card>
  );
}

/** /settings/email: the account's email address, with its verification status and a form that changes it. */
export function EmailSettingsPage() {
  const { t } = useTranslation('accounts');
  const { data, isError, refetch } = useGetEmailQuery(undefined, { refetchOnMountOrArgChange: true });
  const isMounted = useIsMounted();
  const reload = () => {
    if (isMounted()) void refetch();
  };
  return (
    <SettingsLayout title={t('settings.email')}>
      {data ? (
        <>
          <Address status={data} onChanged={reload} />
          <AddressForm status={data} onChanged={reload} />
        </>
      ) : (
        <Card as="section" className={styles.section}>
          {isError ? (
            <ErrorState onRetry={reload}>{t('email.failure')}</ErrorState>
          ) : (
            <Loading label={t('email.loading')} />
          )}
        </Card>
      )}
    </SettingsLayout>
  );
}
