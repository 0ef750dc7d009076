import { PageHeading } from '../../../ui/index.ts';

/** Comes back from the identity provider. */
export function GoogleCallbackPage() {
  return <PageHeading>Google sign-in</PageHeading>;
}
