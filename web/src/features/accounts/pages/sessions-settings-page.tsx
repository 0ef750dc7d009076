import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { sessionsEndpoints } from '../../../../../contract/endpoints/sessions.ts';
import { kindraApi } from '../../../api/base.ts';
import { createEndpoints, type ResponseOf } from '../../../api/endpoints.ts';
import { formatDay, useTranslation } from '../../../i18n/index.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import {
  Button,
  Card,
  ConfirmDialog,
  ErrorState,
  focusPage,
  Loading,
  RelativeTime,
} from '../../../ui/index.ts';
import rows from '../settings/rows.module.css';
import styles from '../settings/settings.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';

const { useGetSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(sessionsEndpoints) })
  .enhanceEndpoints({ endpoints: { getSessions: { extraOptions: { isQuiet: true } } } });

type OpenSession = ResponseOf<typeof sessionsEndpoints.getSessions>[number];

const MOBILE_SYSTEMS: readonly (string | null)[] = ['Android', 'iOS'];

/** Returns a function that describes the device of a session, such as 'Firefox on Windows'. */
function useDeviceName(): (session: OpenSession) => string {
  const { t } = useTranslation('accounts');
  return ({ browser, system }) =>
    browser && system
      ? t('sessions.device', { browser, system })
      : (browser ?? system ?? t('sessions.unknownDevice'));
}

interface SessionRowProps {
  readonly session: OpenSession;
  readonly onEnd: (session: OpenSession) => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t } = useTranslation('accounts');
  const name = useDeviceName()(session);
  const Icon = MOBILE_SYSTEMS.includes(session.system) ? Smartphone : Monitor;
  return (
    <li className={rows.row}>
      <Icon size={24} aria-hidden="true" />
      <div className={rows.who}>
        <strong>{name}</strong>
        {session.isCurrent && <p>{t('sessions.current')}</p>}
        <p className={rows.note}>
          {t('sessions.lastUsed')} <RelativeTime instant={session.lastUsedAt} />
          {' · '}
          {t('sessions.since', { day: formatDay(session.createdAt) })}
        </p>
      </div>
      {!session.isCurrent && (
        <div className={rows.buttons}>
          <Button
            variant="secondary"
            size="small"
            aria-label={t('sessions.endNamed', { name })}
            onClick={() => onEnd(session)}
          >
            {t('sessions.end')}
          </Button>
        </div>
      )}
    </li>
  );
}

interface SessionListProps {
  readonly sessions: readonly OpenSession[];
  readonly onEnded: () => void;
}

function SessionList({ sessions, onEnded }: SessionListProps) {
  const { t } = useTranslation('accounts');
  const getDeviceName = useDeviceName();
  const showResult = useResultToast();
  const [endTarget, setEndTarget] = useState<OpenSession | 'others' | null>(null);
  const [endOne, one] = useEndSessionMutation();
  const [endOthers, others] = useEndOtherSessionsMutation();

  const confirm = async () => {
    if (!endTarget) return;
    const { error } = await (endTarget === 'others' ? endOthers() : endOne({ id: endTarget.id }));
    setEndTarget(null);
    onEnded();
    focusPage();
    showResult(error, t(endTarget === 'others' ? 'sessions.othersEnded' : 'sessions.ended'));
  };

  return (
    <>
      <ul className={rows.rows}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={setEndTarget} />
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <Button variant="secondary" onClick={() => setEndTarget('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
      <ConfirmDialog
        open={endTarget !== null}
        title={
          endTarget && endTarget !== 'others'
            ? t('sessions.endQuestion', { name: getDeviceName(endTarget) })
            : t('sessions.endOthersQuestion')
        }
        warning={t('sessions.endWarning')}
        confirm={t('sessions.end')}
        busy={one.isLoading || others.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setEndTarget(null)}
      />
    </>
  );
}

/** /settings/sessions: devices on which the account is logged in. */
export function SessionsSettingsPage() {
  const { t } = useTranslation('accounts');
  const { data, isError, refetch } = useGetSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const isMounted = useIsMounted();
  return (
    <SettingsLayout title={t('settings.sessions')}>
      <Card as="section" className={styles.section}>
        <p>{t('sessions.explanation')}</p>
        {data ? (
          <SessionList sessions={data} onEnded={() => void (isMounted() && refetch())} />
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()}>{t('sessions.failure')}</ErrorState>
        ) : (
          <Loading label={t('sessions.loading')} />
        )}
      </Card>
    </SettingsLayout>
  );
}
