import { PageHeading } from '../../../ui/index.ts';

/** Says why an account may not log in. */
export function AwaitingApprovalPage() {
  return <PageHeading>Awaiting approval</PageHeading>;
}
