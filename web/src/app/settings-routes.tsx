import { Route, Routes } from 'react-router-dom';
import { AccountSettingsPage } from '../features/accounts/pages/account-settings-page.tsx';
import { AdvancedSettingsPage } from '../features/accounts/pages/advanced-settings-page.tsx';
import { AppearanceSettingsPage } from '../features/accounts/pages/appearance-settings-page.tsx';
import { DataSettingsPage } from '../features/accounts/pages/data-settings-page.tsx';
import { EmailSettingsPage } from '../features/accounts/pages/email-settings-page.tsx';
import { HiddenProfilesPage } from '../features/accounts/pages/hidden-profiles-page.tsx';
import { PasswordSettingsPage } from '../features/accounts/pages/password-settings-page.tsx';
import { SectionSettingsPage } from '../features/accounts/pages/section-settings-page.tsx';
import { SessionsSettingsPage } from '../features/accounts/pages/sessions-settings-page.tsx';
import { SettingsPage } from '../features/accounts/pages/settings-page.tsx';
import { SecuritySettingsPage } from '../features/accounts/security/security-settings-page.tsx';
import { ConversationSettings } from '../features/conversations/settings-section.tsx';
import { NotificationSettings } from '../features/notifications/settings-section.tsx';
import { ErrorPage } from './error-page.tsx';

/** Routes below /settings. Their code is loaded together. */
export function SettingsRoutes() {
  return (
    <Routes>
      <Route element={<SettingsPage />}>
        <Route index element={null} />
        <Route path="account" element={<AccountSettingsPage />} />
        <Route path="data" element={<DataSettingsPage />} />
        <Route path="email" element={<EmailSettingsPage />} />
        <Route path="hidden-profiles" element={<HiddenProfilesPage />} />
        <Route
          path="notifications"
          element={
            <SectionSettingsPage titleKey="notificationSettings">
              <NotificationSettings />
            </SectionSettingsPage>
          }
        />
        <Route
          path="messages"
          element={
            <SectionSettingsPage titleKey="messages">
              <ConversationSettings />
            </SectionSettingsPage>
          }
        />
        <Route path="password" element={<PasswordSettingsPage />} />
        <Route path="security" element={<SecuritySettingsPage />} />
        <Route path="sessions" element={<SessionsSettingsPage />} />
        <Route path="appearance" element={<AppearanceSettingsPage />} />
        <Route path="advanced-management" element={<AdvancedSettingsPage />} />
      </Route>
      <Route path="*" element={<ErrorPage />} />
    </Routes>
  );
}
