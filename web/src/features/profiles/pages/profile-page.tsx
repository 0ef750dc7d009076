import { PageHeading } from '../../../ui/index.ts';

/** A profile. */
export function ProfilePage() {
  return <PageHeading>Profile</PageHeading>;
}
