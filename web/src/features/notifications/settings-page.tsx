import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMuteNotificationsMutation, useNotificationSettingsQuery } from '../../api/notifications.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Card, Checkbox, ErrorState, Loading, PageHeading } from '../../ui/index.ts';
import { KIND_NAMES } from './kinds.ts';
import styles from './notifications.module.css';

function Kinds() {
  const { t } = useTranslation('notifications');
  const query = useNotificationSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [mute] = useMuteNotificationsMutation();
  if (query.isLoading) return <Loading label={t('settings.loading')} />;
  if (!query.data) return <ErrorState onRetry={query.refetch}>{t('settings.failure')}</ErrorState>;
  const { muted } = query.data;
  return (
    <fieldset className={styles.kinds}>
      <legend>{t('settings.hint')}</legend>
      {KIND_NAMES.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`settings.kinds.${kind}`)}
          checked={!muted.includes(kind)}
          onChange={({ target }) => void mute({ kind, muted: !target.checked })}
        />
      ))}
    </fieldset>
  );
}

/** Which kinds of notifications one is told of; each change counts at once. */
export function NotificationSettingsPage() {
  const { t } = useTranslation('notifications');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Link to="/notifications" className={styles.round} aria-label={t('settings.back')}>
          <ArrowLeft size={22} aria-hidden="true" />
        </Link>
        <PageHeading>{t('settings.title')}</PageHeading>
      </div>
      <Card>
        <Kinds />
      </Card>
    </div>
  );
}
