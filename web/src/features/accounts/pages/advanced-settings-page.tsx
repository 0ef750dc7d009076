import { PageHeading } from '../../../ui/index.ts';

/** Ends session or account. */
export function AdvancedSettingsPage() {
  return <PageHeading>Advanced management</PageHeading>;
}
