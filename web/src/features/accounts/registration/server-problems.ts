import type { Problem } from '../../../../../contract/problems.ts';
import type { ApiFailure } from '../../../api/failure.ts';
import type { Message } from '../../../i18n/index.ts';
import { emptyForm, type RegistrationField, type RegistrationProblems } from './form.ts';

const BY_CODE: Readonly<Record<string, RegistrationField>> = {
  USERNAME_TAKEN: 'username',
  NICKNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
};

const isField = (name: string): name is RegistrationField => name !== 'kind' && name in emptyForm;

/** Field at the end of a path such as `profileData.username`, or null. */
function fieldAt(path: string): RegistrationField | null {
  const name = path.split('.').at(-1) ?? '';
  return isField(name) ? name : null;
}

/** The server's errors by field; empty when they concern something else. */
export function serverProblems(failure: Pick<ApiFailure, keyof Problem | 'issues'>): RegistrationProblems {
  const refused = BY_CODE[failure.code];
  if (refused) return { [refused]: failure };
  const problems: Partial<Record<RegistrationField, Message>> = {};
  for (const issue of failure.issues ?? []) {
    const field = fieldAt(issue.path);
    if (field) problems[field] ??= issue;
  }
  return problems;
}
