import { useTranslation } from '../../../i18n/index.ts';
import { useUser } from '../../../state/session.ts';
import { NameForm } from '../settings/name-form.tsx';
import { PersonalDetails } from '../settings/personal-details.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { useNameChanges } from '../settings/use-name-changes.ts';

/** /settings/account: profile name and nickname. */
export function AccountSettingsPage() {
  const { t } = useTranslation('accounts');
  const user = useUser();
  const { saveProfileName, saveNickname } = useNameChanges();
  if (!user) return null;
  return (
    <SettingsLayout title={t('settings.account')}>
      <NameForm
        kind="profileName"
        title={t('settings.profileName')}
        hint={t('settings.profileNameHint')}
        autoComplete="name"
        current={user.profileName}
        onSave={saveProfileName}
      />
      <NameForm
        kind="nickname"
        title={t('settings.nickname')}
        hint={t('settings.nicknameHint')}
        autoComplete="nickname"
        current={user.nickname}
        onSave={saveNickname}
      />
      <PersonalDetails user={user} />
    </SettingsLayout>
  );
}
