import { queueVerificationEmail, undoEmailChange, verifyEmail } from '../../application/email-addresses.ts';
import { addPassword, queuePasswordChangeEmail } from '../../application/passwords.ts';
import * as contract from '../../contract/email-addresses.ts';
import {
  emailAlreadyVerified,
  emailLinkInvalid,
  passwordExists,
  undoLinkInvalid,
} from '../../contract/problems.ts';
import { emailTaken, usernameTaken } from '../../domain/accounts/rules.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Problem } from '../../domain/kernel/problem.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type { LinkResult } from '../../domain/ports/email-addresses.ts';
import { ApiFailure, createSessionExpiredFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, hashName, THROTTLE_RULES } from '../http/throttling.ts';
import { rejectCommonPassword } from './common-password.ts';
import { requirePassword } from './own-data.ts';

const PASSWORD_PROBLEMS = { exists: passwordExists, taken: usernameTaken };

function requireAccepted(result: LinkResult, invalid: Problem): void {
  if (result !== 'done') throw new ApiFailure(400, { invalid, taken: emailTaken }[result]);
}

/** Creates the routes for email addresses and for the first password of an account. */
export const createEmailAddressRoutes = (system: ApiSystem): readonly Route[] => {
  const { privateData, clock } = system;

  async function loadStatus(accountId: AccountId): Promise<contract.EmailStatus> {
    const status = await privateData.emailAddresses.find(accountId, clock.now());
    if (!status) throw createSessionExpiredFailure();
    return status;
  }

  return [
    defineRoute(contract.getEmail, ({ caller }) => loadStatus(caller.id)),

    defineRoute(contract.changeEmail, async ({ caller, body: { email, currentPassword, language } }) => {
      await enforceThrottle(system, caller.id, THROTTLE_RULES.emailAccount);
      const status = await loadStatus(caller.id);
      const isNew = foldCase(email) !== foldCase(status.email);
      if (!isNew && status.isVerified) throw new ApiFailure(400, emailAlreadyVerified);
      if (isNew) await requirePassword(system, caller, currentPassword);
      if (await privateData.emailAddresses.isTaken(caller.id, email)) throw new ApiFailure(400, emailTaken);
      await enforceThrottle(system, hashName(foldCase(email)), THROTTLE_RULES.verificationEmail);
      await queueVerificationEmail(system, caller.id, email, language);
      return loadStatus(caller.id);
    }),

    defineRoute(contract.verifyEmail, async ({ body, clientAddress }) => {
      await enforceThrottle(system, clientAddress, THROTTLE_RULES.passwordAddress);
      const { result } = await verifyEmail(system, body.token, body.language);
      requireAccepted(result, emailLinkInvalid);
    }),

    defineRoute(contract.undoEmailChange, async ({ body, clientAddress, clientNetwork }) => {
      await enforceThrottle(system, clientAddress, THROTTLE_RULES.passwordAddress);
      const { result, accountId } = await undoEmailChange(system, body.token);
      requireAccepted(result, undoLinkInvalid);
      if (accountId) system.security.record({ kind: 'email-restored', accountId, network: clientNetwork });
    }),

    defineRoute(contract.setPassword, async ({ caller, body, clientNetwork }) => {
      await enforceThrottle(system, caller.id, THROTTLE_RULES.passwordAccount);
      rejectCommonPassword(body.newPassword, 'newPassword');
      const result = await addPassword(system, caller.id, body.username, body.newPassword);
      if (result !== 'added') throw new ApiFailure(400, PASSWORD_PROBLEMS[result]);
      system.security.record({ kind: 'password-changed', accountId: caller.id, network: clientNetwork });
      await queuePasswordChangeEmail(system, caller.id, body.language);
    }),
  ];
};
