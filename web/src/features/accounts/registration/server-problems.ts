import type { ApiError } from '../../../../../api/contract/fields.ts';
import { emptyForm, type RegistrationField, type RegistrationProblems } from './form.ts';

const BY_CODE: Readonly<Record<string, RegistrationField>> = {
  USERNAME_TAKEN: 'username',
  NICKNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
};

const isField = (name: string): name is RegistrationField => name !== 'kind' && name in emptyForm;

/** The field that a path such as `profileData.username` ends in, or null. */
function fieldAt(path: string): RegistrationField | null {
  const name = path.split('.').at(-1) ?? '';
  return isField(name) ? name : null;
}

/** The fields that a refusal by the server is about, with its sentences; none when it is about something else. */
export function serverProblems({ code, message, issues = [] }: ApiError): RegistrationProblems {
  const refused = BY_CODE[code];
  if (refused) return { [refused]: message };
  const problems: Partial<Record<RegistrationField, string>> = {};
  for (const issue of issues) {
    const field = fieldAt(issue.path);
    if (field) problems[field] ??= issue.message;
  }
  return problems;
}
