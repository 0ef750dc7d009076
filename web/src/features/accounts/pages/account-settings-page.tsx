import { useTranslation } from '../../../i18n/index.ts';
import { useUser } from '../../../state/session.ts';
import { NameForm } from '../settings/name-form.tsx';
import { PersonalFacts } from '../settings/personal-facts.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { useNameChanges } from '../settings/use-name-changes.ts';

/** /settings/account: profile name and nickname. */
export function AccountSettingsPage() {
  const { t } = useTranslation('accounts');
  const user = useUser();
  const { saveProfileName, saveNickname } = useNameChanges();
  if (!user) return null;
  return (
    <SettingsFrame title={t('settings.account')}>
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
      <PersonalFacts user={user} />
    </SettingsFrame>
  );
}
