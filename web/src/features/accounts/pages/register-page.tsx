import { PageHeading } from '../../../ui/index.ts';

/** Registers an account. */
export function RegisterPage() {
  return <PageHeading>Register</PageHeading>;
}
