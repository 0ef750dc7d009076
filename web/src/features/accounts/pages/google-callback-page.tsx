import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { createIdempotencyKey } from '../../../api/base.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { i18n, useTranslation } from '../../../i18n/index.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Card, PageHeading, Spinner } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import styles from '../accounts.module.css';
import { useGoogleCodeMutation } from '../accounts-api.ts';
import { takeState } from '../google/sign-in-state.ts';
import { useSessionStart } from '../use-session-start.ts';

/** Logs in once with an authorization code, if this browser requested the code. */
function useCodeLogin(code: string, state: string | null): void {
  const [sendCode] = useGoogleCodeMutation();
  const { startSession, redirectIfBlocked } = useSessionStart();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;

    const signIn = async () => {
      const stored = takeState();
      if (state === null || state !== stored.state) {
        dispatch(feedbackAdded('bad', i18n.t('accounts:failures.signInNotStarted')));
        return navigate('/login', { replace: true });
      }
      const { data, error } = await sendCode({ code, state, idempotencyKey: createIdempotencyKey() });
      if (data) return startSession(data, i18n.t('accounts:done.login'), stored.returnPath);
      const failure = getApiFailure(error);
      if (failure && redirectIfBlocked(failure, stored.returnPath)) return;
      if (isMounted()) await navigate('/login', { replace: true });
    };
    void signIn();
  }, [code, state, sendCode, startSession, redirectIfBlocked, dispatch, navigate, isMounted]);
}

function SignInProgress({ code, state }: { readonly code: string; readonly state: string | null }) {
  const { t } = useTranslation('accounts');
  useCodeLogin(code, state);
  return (
    <Page width="30rem">
      <Card className={styles.notice}>
        <PageHeading hidden>{t('google.title')}</PageHeading>
        <Spinner />
        <p role="status">{t('google.wait')}</p>
      </Card>
    </Page>
  );
}

/** /google/callback: callback page of the identity provider. */
export function GoogleCallbackPage() {
  const [search] = useSearchParams();
  const code = search.get('code');
  return code ? <SignInProgress code={code} state={search.get('state')} /> : <Navigate to="/login" replace />;
}
