import type { Problem } from '../../../../../contract/problems.ts';
import type { ApiFailure } from '../../../api/failure.ts';
import type { Message } from '../../../i18n/index.ts';
import { EMPTY_FORM, type RegistrationField, type RegistrationProblems } from './form.ts';

const FIELD_BY_CODE: Readonly<Record<string, RegistrationField>> = {
  USERNAME_TAKEN: 'username',
  NICKNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
};

const isField = (name: string): name is RegistrationField => name !== 'kind' && name in EMPTY_FORM;

/** Returns the field for a path such as `profileData.username`, or null if there is none. */
function parseField(path: string): RegistrationField | null {
  const name = path.split('.').at(-1) ?? '';
  return isField(name) ? name : null;
}

/** Returns the server's errors by field, or an empty object if they do not refer to fields. */
export function toFieldProblems(failure: Pick<ApiFailure, keyof Problem | 'issues'>): RegistrationProblems {
  const refusedField = FIELD_BY_CODE[failure.code];
  if (refusedField) return { [refusedField]: failure };
  const problems: Partial<Record<RegistrationField, Message>> = {};
  for (const issue of failure.issues ?? []) {
    const field = parseField(issue.path);
    if (field) problems[field] ??= issue;
  }
  return problems;
}
