import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { type Problem, unsubscribeLinkInvalid } from '../../../../contract/problems.ts';
import { getApiFailure } from '../../api/failure.ts';
import { translateMessage, useTranslation } from '../../i18n/index.ts';
import { CardPage } from '../../shared/card-page.tsx';
import { feedbackAdded } from '../../state/feedback.ts';
import { Button, LinkButton } from '../../ui/index.ts';
import { useUnsubscribeMutation } from './emails-api.ts';
import { EMAIL_KIND_NAMES } from './kinds.ts';

/** /unsubscribe#token.kind: disables emails of one kind without a login. Opening the page changes nothing. */
export function UnsubscribePage() {
  const { t } = useTranslation('notifications');
  const [token = '', name] = useLocation().hash.slice(1).split('.');
  const kind = EMAIL_KIND_NAMES.find((kindName) => kindName === name);
  const [problem, setProblem] = useState<Problem | null>(kind ? null : unsubscribeLinkInvalid);
  const [isDone, setDone] = useState(false);
  const [unsubscribe, { isLoading }] = useUnsubscribeMutation();
  const dispatch = useDispatch();

  const submit = async () => {
    if (!kind) return;
    const { error } = await unsubscribe({ token, kind });
    const failure = getApiFailure(error);
    if (!error) setDone(true);
    else if (failure?.status === 404) setProblem(failure);
    else if (failure) dispatch(feedbackAdded('bad', failure));
  };

  return (
    <CardPage title={t('unsubscribe.title')}>
      {problem && <p role="alert">{translateMessage(problem)}</p>}
      {!problem && kind && (
        <p role="status">
          {t(isDone ? 'unsubscribe.done' : 'unsubscribe.question', { kind: t(`settings.kinds.${kind}`) })}
        </p>
      )}
      {problem || isDone ? (
        <LinkButton to="/settings/notifications">{t('settings.open')}</LinkButton>
      ) : (
        <Button wide busy={isLoading} onClick={() => void submit()}>
          {t('unsubscribe.submit')}
        </Button>
      )}
    </CardPage>
  );
}
