import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { isNotificationKind } from '../../../../contract/rules/notifications.ts';
import {
  useGetNotificationSettingsQuery,
  useMuteNotificationsMutation,
} from '../../api/notification-lists.ts';
import { useTranslation } from '../../i18n/index.ts';
import { isStaff, useUser } from '../../state/session.ts';
import { Card, ErrorState, Loading } from '../../ui/index.ts';
import { useSetEmailNotificationsMutation } from './emails-api.ts';
import { isEmailKind, listKindGroups } from './kinds.ts';
import styles from './settings-section.module.css';

type Settings = NonNullable<ReturnType<typeof useGetNotificationSettingsQuery>['data']>;
type KindGroup = ReturnType<typeof listKindGroups>[number];

interface SwitchProps {
  readonly id?: string | undefined;
  /** Needed if no other element names the switch. */
  readonly label?: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

const Switch = ({ id, label, isOn, onSwitch }: SwitchProps) => (
  <label className={styles.switch}>
    <input
      type="checkbox"
      id={id}
      aria-label={label}
      checked={isOn}
      onChange={({ target }) => onSwitch(target.checked)}
    />
  </label>
);

interface KindRowProps {
  readonly kind: KindGroup['kinds'][number];
  readonly settings: Settings;
}

function KindRow({ kind, settings }: KindRowProps) {
  const { t } = useTranslation('notifications');
  const [mute] = useMuteNotificationsMutation();
  const [setEmailed] = useSetEmailNotificationsMutation();
  const id = useId();
  const name = t(`settings.kinds.${kind}`);
  return (
    <tr>
      <th scope="row">
        <label htmlFor={id}>{name}</label>
      </th>
      <td>
        {isNotificationKind(kind) && (
          <Switch
            id={id}
            isOn={!settings.muted.includes(kind)}
            onSwitch={(isOn) => void mute({ kind, muted: !isOn })}
          />
        )}
      </td>
      <td>
        {isEmailKind(kind) && (
          <Switch
            id={isNotificationKind(kind) ? undefined : id}
            label={t('settings.kindByEmail', { kind: name })}
            isOn={!settings.notMailed.includes(kind)}
            onSwitch={(isOn) => void setEmailed({ kind, mailed: isOn })}
          />
        )}
      </td>
    </tr>
  );
}

interface GroupTableProps {
  readonly group: KindGroup['group'];
  readonly children: ReactNode;
}

function GroupTable({ group, children }: GroupTableProps) {
  const { t } = useTranslation('notifications');
  const titleId = useId();
  return (
    <Card>
      <table className={styles.kinds} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">
              <h2 id={titleId}>{t(`settings.groups.${group}`)}</h2>
            </th>
            <th scope="col">{t('settings.shown')}</th>
            <th scope="col">{t('settings.emailed')}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Card>
  );
}

/** Settings for each kind of notification and email. Changes apply immediately. */
export function NotificationSettings() {
  const { t } = useTranslation('notifications');
  const query = useGetNotificationSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const user = useUser();
  if (query.isLoading) return <Loading label={t('settings.loading')} />;
  if (!query.data) return <ErrorState onRetry={query.refetch}>{t('settings.failure')}</ErrorState>;
  const settings = query.data;
  return (
    <>
      <p className={styles.hint}>
        {t('settings.hint')} <Link to="/settings/email">{t('settings.emailAddress')}</Link>
      </p>
      {listKindGroups(isStaff(user?.role)).map(({ group, kinds }) => (
        <GroupTable key={group} group={group}>
          {kinds.map((kind) => (
            <KindRow key={kind} kind={kind} settings={settings} />
          ))}
        </GroupTable>
      ))}
    </>
  );
}
