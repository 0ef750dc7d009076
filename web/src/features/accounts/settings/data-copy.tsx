import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber, formatShortDay, getCurrentLanguage, useTranslation } from '../../../i18n/index.ts';
import { useDownload } from '../../../shared/use-download.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { Button, Card, ErrorState, Loading, ProgressBar } from '../../../ui/index.ts';
import {
  type DataExport,
  getDataPath,
  useGetDataExportQuery,
  useRequestDataExportMutation,
} from '../own-data-api.ts';
import styles from './settings.module.css';

const POLL_INTERVAL_MS = 2_000;
const BYTES_PER_MB = 1_000_000;

const formatSize = (bytes: number): string =>
  bytes < BYTES_PER_MB
    ? `${formatNumber(Math.ceil(bytes / 1000))} kB`
    : `${formatNumber(Math.ceil(bytes / BYTES_PER_MB))} MB`;

function Writing({ done, total }: DataExport) {
  const { t } = useTranslation('accounts');
  return (
    <div className={styles.progress}>
      <p>{t('ownData.writing')}</p>
      <ProgressBar label={t('ownData.progress')} value={done} max={Math.max(total, 1)} />
      {total > 0 && (
        <p>{t('ownData.progressText', { done: formatNumber(done), total: formatNumber(total) })}</p>
      )}
    </div>
  );
}

function Ready({ dataExport }: { readonly dataExport: DataExport }) {
  const { t } = useTranslation('accounts');
  const { activeDownload, download } = useDownload(t('ownData.downloadFailure'));
  return (
    <>
      <p>
        {t('ownData.ready', {
          day: formatShortDay(dataExport.createdAt),
          until: formatShortDay(dataExport.expiresAt ?? dataExport.createdAt),
          size: formatSize(dataExport.bytes ?? 0),
        })}
      </p>
      <Button
        icon={<Download size={18} aria-hidden="true" />}
        busy={activeDownload !== null}
        onClick={() => void download(getDataPath(dataExport), 'kindra.zip')}
      >
        {t('ownData.download')}
      </Button>
    </>
  );
}

function RequestButton({ isRepeated, onRequested }: { isRepeated: boolean; onRequested: () => void }) {
  const { t } = useTranslation('accounts');
  const { getKey, done } = useIdempotencyKey();
  const [send, { isLoading }] = useRequestDataExportMutation();
  const request = async () => {
    const { error } = await send({ language: getCurrentLanguage(), idempotencyKey: getKey('') });
    done(error);
    if (!error) onRequested();
  };
  return (
    <Button variant={isRepeated ? 'secondary' : 'primary'} busy={isLoading} onClick={() => void request()}>
      {t(isRepeated ? 'ownData.requestAgain' : 'ownData.request')}
    </Button>
  );
}

/** Requests and downloads an export of the account's data. */
export function DataCopy() {
  const { t } = useTranslation('accounts');
  const [isWaiting, setIsWaiting] = useState(false);
  const [wasWaiting, setWasWaiting] = useState(false);
  const { data, isError, refetch } = useGetDataExportQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isWaiting ? POLL_INTERVAL_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const dataExport = data?.dataExport ?? null;
  const state = dataExport?.state;
  useEffect(() => {
    setIsWaiting(state === 'waiting');
    if (state === 'waiting') setWasWaiting(true);
  }, [state]);

  return (
    <Card as="section" className={styles.section} aria-labelledby="data-copy">
      <h2 id="data-copy">{t('ownData.copy')}</h2>
      <p>{t('ownData.copyText')}</p>
      {!data && isError && (
        <ErrorState compact onRetry={() => void refetch()}>
          {t('ownData.failure')}
        </ErrorState>
      )}
      {!data && !isError && <Loading label={t('ownData.loading')} />}
      {dataExport?.state === 'waiting' && <Writing {...dataExport} />}
      {dataExport?.state === 'ready' && <Ready dataExport={dataExport} />}
      <p role="status" className="visually-hidden">
        {wasWaiting && state === 'ready' && t('ownData.readyAnnouncement')}
      </p>
      {data && state !== 'waiting' && (
        <RequestButton isRepeated={state === 'ready'} onRequested={() => void refetch()} />
      )}
    </Card>
  );
}
