import { isOrganizationRole } from '../../../../../contract/rules/accounts.ts';
import { useOwnProfileSync } from '../../../api/own-profile.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useUser } from '../../../state/session.ts';
import { PersonalDetails } from '../settings/personal-details.tsx';
import { PictureForm } from '../settings/picture-form.tsx';
import { ProfileTextForm } from '../settings/profile-text-form.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';

/** /settings/account: picture, profile name, nickname, bio and website. */
export function AccountSettingsPage() {
  const { t } = useTranslation('accounts');
  const user = useUser();
  useOwnProfileSync();
  if (!user) return null;
  return (
    <SettingsLayout title={t('settings.account')}>
      <PictureForm user={user} />
      <ProfileTextForm kind="profileName" user={user} />
      <ProfileTextForm kind="nickname" user={user} />
      <ProfileTextForm kind="bio" user={user} />
      {(isOrganizationRole(user.role) || user.website !== '') && (
        <ProfileTextForm kind="website" user={user} />
      )}
      <PersonalDetails user={user} />
    </SettingsLayout>
  );
}
