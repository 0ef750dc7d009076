import { isCommonPassword } from '../../domain/accounts/common-passwords.ts';
import { passwordCommon } from '../../domain/accounts/rules.ts';
import { ApiFailure } from '../http/failure.ts';

/**
 * Rejects the most common passwords.
 * @param path path of the password field in the request
 * @throws ApiFailure 400 when the password is common
 */
export function rejectCommonPassword(password: string, path: string): void {
  if (isCommonPassword(password))
    throw new ApiFailure(400, passwordCommon, { issues: [{ path, ...passwordCommon }] });
}
