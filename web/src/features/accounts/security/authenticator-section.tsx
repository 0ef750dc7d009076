import { type SyntheticEvent, useState } from 'react';
import { encode } from 'uqr';
import { internalError, type Problem, wrongCode } from '../../../../../contract/problems.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { Button, Card, ConfirmDialog } from '../../../ui/index.ts';
import settings from '../settings/settings.module.css';
import { CodeField } from './code-field.tsx';
import styles from './security.module.css';
import {
  useActivateAuthenticatorMutation,
  useBeginAuthenticatorMutation,
  useRemoveAuthenticatorMutation,
} from './security-api.ts';

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 1 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <div className={styles.qr}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={squares.join('')} fill="#000" />
      </svg>
    </div>
  );
}

interface SetUpProps {
  readonly secret: string;
  readonly uri: string;
  readonly onActivated: (codes: readonly string[] | null) => void;
}

function AuthenticatorSetup({ secret, uri, onActivated }: SetUpProps) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [activate, { isLoading }] = useActivateAuthenticatorMutation();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (code.trim() === '') return setProblem(wrongCode);
    const { data, error } = await activate({ code });
    if (data) onActivated(data.recoveryCodes);
    else setProblem(getApiFailure(error) ?? internalError);
  };

  return (
    <form className={settings.form} onSubmit={submit} noValidate>
      <p>{t('authenticator.scan')}</p>
      <QrCode text={uri} label={t('authenticator.qr')} />
      <p>
        {t('authenticator.type')}{' '}
        <span className={styles.secret}>{secret.replace(/(.{4})/g, '$1 ').trim()}</span>
      </p>
      <CodeField value={code} error={problem} hint={t('authenticator.codeHint')} onType={setCode} />
      <Button type="submit" busy={isLoading}>
        {t('authenticator.activate')}
      </Button>
    </form>
  );
}

interface AuthenticatorSectionProps {
  readonly isActive: boolean;
  /** Called after a change. `codes` contains new recovery codes, or null if the server created none. */
  readonly onChanged: (codes: readonly string[] | null) => void;
}

/** Sets up and removes the authenticator app. */
export function AuthenticatorSection({ isActive, onChanged }: AuthenticatorSectionProps) {
  const { t } = useTranslation('security');
  const showResult = useResultToast();
  const [begin, beginResult] = useBeginAuthenticatorMutation();
  const [remove, removeResult] = useRemoveAuthenticatorMutation();
  const [isAsking, setIsAsking] = useState(false);
  const [started, setStarted] = useState<{ readonly secret: string; readonly uri: string } | null>(null);

  const start = async () => {
    const { data } = await begin();
    if (data) setStarted(data);
  };
  const finish = (codes: readonly string[] | null) => {
    setStarted(null);
    showResult(undefined, t('authenticator.added'));
    onChanged(codes);
  };
  const confirmRemoval = async () => {
    const { error } = await remove();
    setIsAsking(false);
    onChanged(null);
    showResult(error, t('authenticator.removed'));
  };

  return (
    <Card as="section" className={settings.section} aria-labelledby="authenticator">
      <h2 id="authenticator">{t('authenticator.title')}</h2>
      <p>{t(isActive ? 'authenticator.active' : 'authenticator.text')}</p>
      {isActive ? (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t('authenticator.remove')}
        </Button>
      ) : started ? (
        <AuthenticatorSetup {...started} onActivated={finish} />
      ) : (
        <Button busy={beginResult.isLoading} onClick={() => void start()}>
          {t('authenticator.setUp')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('authenticator.removeQuestion')}
        warning={t('removeWarning')}
        confirm={t('authenticator.remove')}
        busy={removeResult.isLoading}
        onConfirm={() => void confirmRemoval()}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}
