import { useUser } from '../../../state/session.ts';
import { NameForm } from '../settings/name-form.tsx';
import { PersonalFacts } from '../settings/personal-facts.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { useNameChanges } from '../settings/use-name-changes.ts';

/** /settings/account: the names of one's profile. */
export function AccountSettingsPage() {
  const user = useUser();
  const { saveProfileName, saveNickname } = useNameChanges();
  if (!user) return null;
  return (
    <SettingsFrame title="Account">
      <NameForm
        kind="profileName"
        title="Profile name"
        hint="3 to 20 letters. It stands on your profile and your posts."
        autoComplete="name"
        current={user.profileName}
        onSave={saveProfileName}
      />
      <NameForm
        kind="nickname"
        title="Nickname"
        hint="Letters, digits and _. The address of your profile changes with it."
        autoComplete="nickname"
        current={user.nickname}
        onSave={saveNickname}
      />
      <PersonalFacts user={user} />
    </SettingsFrame>
  );
}
