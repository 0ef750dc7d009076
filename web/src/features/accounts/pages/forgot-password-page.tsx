import { type SyntheticEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Problem } from '../../../../../contract/problems.ts';
import { checkEmail } from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { getCurrentLanguage, useTranslation } from '../../../i18n/index.ts';
import { CardPage } from '../../../shared/card-page.tsx';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, TextField } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { useForgotPasswordMutation } from '../accounts-api.ts';

function EmailForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useTranslation('accounts');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [ask, { isLoading }] = useForgotPasswordMutation();
  const dispatch = useDispatch();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const email = cleanText(text);
    const emailProblem = checkEmail(email);
    setProblem(emailProblem);
    if (emailProblem) return;
    const { error } = await ask({ email, language: getCurrentLanguage() });
    const failure = getApiFailure(error);
    if (!error) onSent(email);
    else if (failure?.status === 400) setProblem(failure);
    else if (failure) dispatch(feedbackAdded('bad', failure));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t('forgot.explanation')}</p>
      <TextField
        label={t('forgot.email')}
        type="email"
        name="email"
        autoComplete="email"
        required
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" wide busy={isLoading}>
        {t('forgot.send')}
      </Button>
    </form>
  );
}

/** /forgot-password: requests an email with a password reset link. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('accounts');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <CardPage title={t('forgot.title')}>
      {sentTo === null ? (
        <EmailForm onSent={setSentTo} />
      ) : (
        <p role="status">{t('forgot.sent', { email: sentTo })}</p>
      )}
      <p className={styles.aside}>
        <Link to="/login">{t('newPassword.toLogin')}</Link>
      </p>
    </CardPage>
  );
}
