import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { saveFile } from '../../../shared/use-download.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { setFactorMissing } from '../../../state/proof.ts';
import { Button, Card, Dialog, ErrorState, Loading } from '../../../ui/index.ts';
import settings from '../settings/settings.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import styles from './security.module.css';
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

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[] | null;
  readonly onClose: () => void;
}

/** Dialog with new recovery codes, which the server returns only once. */
function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('security');
  const save = () => {
    const lines = (codes ?? []).map((code) => `${code}\n`);
    saveFile(new Blob(lines, { type: 'text/plain' }), 'kindra-recovery-codes.txt');
  };
  const actions = (
    <>
      <Button variant="secondary" icon={<Download size={18} aria-hidden="true" />} onClick={save}>
        {t('recovery.save')}
      </Button>
      <Button onClick={onClose}>{t('recovery.done')}</Button>
    </>
  );
  return (
    <Dialog open={codes !== null} title={t('recovery.newTitle')} onClose={onClose} actions={actions}>
      <p>{t('recovery.newText')}</p>
      <ul className={styles.codes}>
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

interface FactorsProps {
  readonly factors: SecondFactors;
  readonly onChanged: () => void;
}

function Factors({ factors, onChanged }: FactorsProps) {
  const { t } = useTranslation('security');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasFactor = factors.hasAuthenticator || factors.passkeys.length > 0;
  const change = (newCodes: readonly string[] | null) => {
    if (newCodes) setCodes(newCodes);
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
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}

/** /settings/security: passkeys, authenticator app and recovery codes. */
export function SecuritySettingsPage() {
  const { t } = useTranslation('security');
  const { data, isError, refetch } = useGetSecondFactorsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <SettingsLayout title={t('title')}>
      {data ? (
        <Factors factors={data} onChanged={() => void refetch()} />
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
