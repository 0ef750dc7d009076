/** Pages of the account's settings, which browsers load together. */
export { AccountSettingsPage } from './account-settings-page.tsx';
export { AdvancedSettingsPage } from './advanced-settings-page.tsx';
export { AppearanceSettingsPage } from './appearance-settings-page.tsx';
export { HiddenProfilesPage } from './hidden-profiles-page.tsx';
export { PasswordSettingsPage } from './password-settings-page.tsx';
export { SessionsSettingsPage } from './sessions-settings-page.tsx';
export { SettingsPage } from './settings-page.tsx';
