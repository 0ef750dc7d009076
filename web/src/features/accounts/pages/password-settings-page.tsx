import { type SyntheticEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Problem } from '../../../../../contract/problems.ts';
import { checkPassword, passwordEmpty } from '../../../../../contract/rules/accounts.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { getCurrentLanguage, useTranslation } from '../../../i18n/index.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { useUser } from '../../../state/session.ts';
import { Button, Card, ErrorState, Loading } from '../../../ui/index.ts';
import { useChangePasswordMutation } from '../accounts-api.ts';
import { useGetEmailQuery } from '../email-addresses-api.ts';
import { NewPasswordField, PasswordField } from '../password-field.tsx';
import { FirstPasswordForm } from '../settings/first-password-form.tsx';
import styles from '../settings/settings.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';

/** Error codes that belong to the new password. All others belong to the current password. */
const NEW_PASSWORD_CODES = ['SAME_PASSWORD', 'PASSWORD_NOT_SECURE', 'PASSWORD_COMMON'];

function PasswordForm() {
  const { t } = useTranslation('accounts');
  const user = useUser();
  const [current, setCurrent] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [problems, setProblems] = useState<Partial<Record<'current' | 'next', Problem | null>>>({});
  const [change, { isLoading }] = useChangePasswordMutation();
  const dispatch = useDispatch();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const passwordProblems = {
      current: current === '' ? passwordEmpty : null,
      next: checkPassword(newPassword),
    };
    setProblems(passwordProblems);
    if (passwordProblems.current || passwordProblems.next) return;
    const { error } = await change({
      currentPassword: current,
      newPassword,
      language: getCurrentLanguage(),
    });
    const failure = getApiFailure(error);
    if (!error) {
      setCurrent('');
      setNewPassword('');
      dispatch(feedbackAdded('ok', t('newPassword.changed')));
    } else if (failure?.status === 400) {
      setProblems({ [NEW_PASSWORD_CODES.includes(failure.code) ? 'next' : 'current']: failure });
    } else if (failure) dispatch(feedbackAdded('bad', failure));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <input type="hidden" name="username" autoComplete="username" value={user?.nickname ?? ''} readOnly />
      <PasswordField
        label={t('newPassword.current')}
        name="password"
        autoComplete="current-password"
        value={current}
        error={problems.current}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <NewPasswordField value={newPassword} error={problems.next} onType={setNewPassword} />
      <Button type="submit" busy={isLoading}>
        {t('newPassword.change')}
      </Button>
    </form>
  );
}

/** /settings/password: changes the password, or sets one if the account has none. */
export function PasswordSettingsPage() {
  const { t } = useTranslation('accounts');
  const { data, isError, refetch } = useGetEmailQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <SettingsLayout title={t('settings.password')}>
      <Card as="section" className={styles.section}>
        {!data && isError && (
          <ErrorState onRetry={() => void refetch()}>{t('firstPassword.failure')}</ErrorState>
        )}
        {!data && !isError && <Loading label={t('firstPassword.loading')} />}
        {data && <p>{t(data.hasPassword ? 'newPassword.explanation' : 'firstPassword.explanation')}</p>}
        {data?.hasPassword && <PasswordForm />}
        {data && !data.hasPassword && <FirstPasswordForm onSet={() => void refetch()} />}
      </Card>
    </SettingsLayout>
  );
}
