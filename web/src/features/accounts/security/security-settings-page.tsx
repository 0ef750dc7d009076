import { useEffect } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { loadChunk } from '../../../shared/chunk/load-chunk.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { setFactorMissing, setRecoveryCodes } from '../../../state/proof.ts';
import { Button, Card, ErrorState, Loading } from '../../../ui/index.ts';
import settings from '../settings/settings.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import {
  type SecondFactors,
  useGetSecondFactorsQuery,
  useRenewRecoveryCodesMutation,
} from './security-api.ts';

interface RecoverySectionProps {
  readonly codesLeft: number;
  readonly onRenewed: (codes: readonly string[] | null) => void;
}

function RecoverySection({ codesLeft, onRenewed }: RecoverySectionProps) {
  const { t } = useTranslation('security');
  const showResult = useResultToast();
  const [renew, { isLoading }] = useRenewRecoveryCodesMutation();
  const submit = async () => {
    const { data, error } = await renew();
    if (data) onRenewed(data.recoveryCodes);
    else showResult(error, '');
  };
  return (
    <Card as="section" className={settings.section} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{t('recovery.title')}</h2>
      <p>{t('recovery.text')}</p>
      <p>{t('recovery.left', { count: codesLeft })}</p>
      <Button variant="secondary" busy={isLoading} onClick={() => void submit()}>
        {t('recovery.renew')}
      </Button>
    </Card>
  );
}

interface FactorsProps {
  readonly factors: SecondFactors;
  readonly onChanged: () => void;
}

function Factors({ factors, onChanged }: FactorsProps) {
  const { t } = useTranslation('security');
  // New codes must be shown even if the connection is lost after the server has created them.
  useEffect(() => {
    loadChunk(() => import('./security-dialog.tsx')).catch(() => undefined);
  }, []);
  const hasFactor = factors.hasAuthenticator || factors.passkeys.length > 0;
  const change = (newCodes: readonly string[] | null) => {
    if (newCodes) setRecoveryCodes({ codes: newCodes, areReplacements: factors.recoveryCodes > 0 });
    setFactorMissing(false);
    onChanged();
  };
  return (
    <>
      {factors.isRequired && !hasFactor && (
        <Card as="section" className={settings.section}>
          <p role="status">{t('required')}</p>
        </Card>
      )}
      <PasskeysSection passkeys={factors.passkeys} onChanged={change} />
      <AuthenticatorSection isActive={factors.hasAuthenticator} onChanged={change} />
      {hasFactor && <RecoverySection codesLeft={factors.recoveryCodes} onRenewed={change} />}
    </>
  );
}

/** /settings/security: passkeys, authenticator app and recovery codes. */
export function SecuritySettingsPage() {
  const { t } = useTranslation('security');
  const { data, isError, refetch } = useGetSecondFactorsQuery(undefined, { refetchOnMountOrArgChange: true });
  const isMounted = useIsMounted();
  return (
    <SettingsLayout title={t('title')}>
      {data ? (
        <Factors factors={data} onChanged={() => void (isMounted() && refetch())} />
      ) : (
        <Card as="section" className={settings.section}>
          {isError ? (
            <ErrorState onRetry={() => void refetch()}>{t('failure')}</ErrorState>
          ) : (
            <Loading label={t('loading')} />
          )}
        </Card>
      )}
    </SettingsLayout>
  );
}
