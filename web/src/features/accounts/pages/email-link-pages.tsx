import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { emailLinkInvalid, type Problem, undoLinkInvalid } from '../../../../../contract/problems.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { getCurrentLanguage, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { CardPage } from '../../../shared/card-page.tsx';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, LinkButton } from '../../../ui/index.ts';
import { useUndoEmailChangeMutation, useVerifyEmailMutation } from '../email-addresses-api.ts';

interface LinkPageProps {
  readonly purpose: 'verify' | 'undo';
  readonly isLoading: boolean;
  readonly redeemToken: (token: string) => Promise<{ readonly error?: unknown }>;
  readonly nextPath: string;
}

const INVALID_LINKS = { verify: emailLinkInvalid, undo: undoLinkInvalid };

/** A page that uses the token in its URL when the button is pressed. */
function LinkPage({ purpose, isLoading, redeemToken, nextPath }: LinkPageProps) {
  const { t } = useTranslation('accounts');
  const token = useLocation().hash.slice(1);
  const [problem, setProblem] = useState<Problem | null>(token === '' ? INVALID_LINKS[purpose] : null);
  const [isDone, setDone] = useState(false);
  const dispatch = useDispatch();

  const submit = async () => {
    const { error } = await redeemToken(token);
    const failure = getApiFailure(error);
    if (!error) setDone(true);
    else if (failure?.status === 400) setProblem(failure);
    else if (failure) dispatch(feedbackAdded('bad', failure));
  };

  return (
    <CardPage title={t(`emailLink.${purpose}.title`)}>
      {problem ? (
        <>
          <p role="alert">{translateMessage(problem)}</p>
          <LinkButton to="/settings/email">{t('emailLink.toSettings')}</LinkButton>
        </>
      ) : isDone ? (
        <>
          <p role="status">{t(`emailLink.${purpose}.done`)}</p>
          <LinkButton to={nextPath}>{t(`emailLink.${purpose}.next`)}</LinkButton>
        </>
      ) : (
        <>
          <p>{t(`emailLink.${purpose}.explanation`)}</p>
          <Button wide busy={isLoading} onClick={() => void submit()}>
            {t(`emailLink.${purpose}.submit`)}
          </Button>
        </>
      )}
    </CardPage>
  );
}

/** /verify-email#token: confirms an email address. Opening the page changes nothing. */
export function VerifyEmailPage() {
  const [verify, { isLoading }] = useVerifyEmailMutation();
  return (
    <LinkPage
      purpose="verify"
      isLoading={isLoading}
      redeemToken={(token) => verify({ token, language: getCurrentLanguage() })}
      nextPath="/"
    />
  );
}

/** /undo-email-change#token: restores the previous email address. Opening the page changes nothing. */
export function UndoEmailChangePage() {
  const [undo, { isLoading }] = useUndoEmailChangeMutation();
  return (
    <LinkPage
      purpose="undo"
      isLoading={isLoading}
      redeemToken={(token) => undo({ token })}
      nextPath="/forgot-password"
    />
  );
}
