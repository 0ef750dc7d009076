import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { Fingerprint } from 'lucide-react';
import { useDispatch } from 'react-redux';
import { passkeyRefused } from '../../../../../contract/problems.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useBusyAction } from '../../../shared/use-busy-action.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button } from '../../../ui/index.ts';
import { useSessionStart } from '../use-session-start.ts';
import { answerWithPasskey } from './passkeys.ts';
import { useBeginPasskeyLoginMutation, useLogInWithPasskeyMutation } from './security-api.ts';

/** Logs in with a passkey instead of a password. Hidden if the browser does not support passkeys. */
export function PasskeyLoginButton() {
  const { t } = useTranslation('security', 'accounts');
  const dispatch = useDispatch();
  const { startSession, redirectIfBlocked } = useSessionStart();
  const [begin] = useBeginPasskeyLoginMutation();
  const [logIn] = useLogInWithPasskeyMutation();

  const [submit, isBusy] = useBusyAction(async () => {
    const challenge = await begin();
    const passkey = challenge.data && (await answerWithPasskey(challenge.data.options));
    const response = passkey ? await logIn({ passkey }) : { error: challenge.error ?? passkeyRefused };
    if ('data' in response && response.data) return startSession(response.data, t('accounts:done.login'));
    const failure = getApiFailure(response.error);
    if (failure && redirectIfBlocked(failure)) return;
    dispatch(feedbackAdded('bad', failure ?? passkeyRefused));
  });

  if (!browserSupportsWebAuthn()) return null;

  return (
    <Button
      variant="secondary"
      wide
      icon={<Fingerprint size={20} aria-hidden="true" />}
      busy={isBusy}
      onClick={() => void submit()}
    >
      {t('login.passkey')}
    </Button>
  );
}
