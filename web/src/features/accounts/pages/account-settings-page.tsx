import { PageHeading } from '../../../ui/index.ts';

/** Changes names. */
export function AccountSettingsPage() {
  return <PageHeading>Account</PageHeading>;
}
