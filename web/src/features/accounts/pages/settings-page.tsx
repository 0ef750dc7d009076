import { PageHeading } from '../../../ui/index.ts';

/** The list of settings. */
export function SettingsPage() {
  return <PageHeading>Settings</PageHeading>;
}
