import { Link } from 'react-router-dom';
import {
  useGetNotificationSettingsQuery,
  useMuteNotificationsMutation,
} from '../../api/notification-lists.ts';
import { useTranslation } from '../../i18n/index.ts';
import { isStaff, useUser } from '../../state/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import {
  Card,
  Checkbox,
  classNames,
  ErrorState,
  Loading,
  PageHeading,
  useMinWidth,
  WIDE_MIN_WIDTH,
} from '../../ui/index.ts';
import { Page } from '../../ui/page.tsx';
import { useSetEmailNotificationsMutation } from './emails-api.ts';
import { EMAIL_KIND_NAMES, KIND_NAMES, KINDS } from './kinds.ts';
import styles from './notifications.module.css';

function KindSettings() {
  const { t } = useTranslation('notifications');
  const query = useGetNotificationSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [mute] = useMuteNotificationsMutation();
  const [setEmailed] = useSetEmailNotificationsMutation();
  const user = useUser();
  if (query.isLoading) return <Loading label={t('settings.loading')} />;
  if (!query.data) return <ErrorState onRetry={query.refetch}>{t('settings.failure')}</ErrorState>;
  const { muted, notMailed } = query.data;
  return (
    <>
      <Card>
        <fieldset className={styles.kinds}>
          <legend>{t('settings.hint')}</legend>
          {KIND_NAMES.filter((kind) => !KINDS[kind].isForStaff || isStaff(user?.role)).map((kind) => (
            <Checkbox
              key={kind}
              label={t(`settings.kinds.${kind}`)}
              checked={!muted.includes(kind)}
              onChange={({ target }) => void mute({ kind, muted: !target.checked })}
            />
          ))}
        </fieldset>
      </Card>
      <Card>
        <fieldset className={styles.kinds}>
          <legend>{t('settings.emailHint')}</legend>
          {EMAIL_KIND_NAMES.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`settings.kinds.${kind}`)}
              checked={!notMailed.includes(kind)}
              onChange={({ target }) => void setEmailed({ kind, mailed: target.checked })}
            />
          ))}
          <p>
            <Link to="/settings/email">{t('settings.emailAddress')}</Link>
          </p>
        </fieldset>
      </Card>
    </>
  );
}

interface NotificationSettingsPageProps {
  /** Whether the page is shown within the settings, with the settings list beside it in wide windows. */
  readonly inSettings?: boolean;
}

/** Settings for each notification kind. Changes apply immediately. */
export function NotificationSettingsPage({ inSettings = false }: NotificationSettingsPageProps) {
  const { t } = useTranslation('notifications');
  const isWide = useMinWidth(WIDE_MIN_WIDTH);
  return (
    <Page width={inSettings ? 'none' : undefined} gap={inSettings ? 4 : 3}>
      <div className={classNames(styles.head, inSettings && styles.inSettings)}>
        {!(inSettings && isWide) && (
          <BackLink to={inSettings ? '/settings' : '/notifications'}>
            {t(inSettings ? 'settings.backToSettings' : 'settings.back')}
          </BackLink>
        )}
        <PageHeading>{t('settings.title')}</PageHeading>
      </div>
      <KindSettings />
    </Page>
  );
}
