import {
  changePassword,
  queuePasswordChangeEmail,
  queueResetLinkEmail,
  resetPassword,
} from '../../application/passwords.ts';
import * as contract from '../../contract/accounts.ts';
import { noPassword, resetLinkInvalid, samePassword, wrongPassword } from '../../contract/problems.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import { ApiFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, hashName, THROTTLE_RULES } from '../http/throttling.ts';
import { rejectCommonPassword } from './common-password.ts';

const CHANGE_PROBLEMS = { wrong: wrongPassword, same: samePassword, none: noPassword };

/** Creates the routes that change and reset passwords. */
export const createPasswordRoutes = (system: ApiSystem): readonly Route[] => [
  defineRoute(contract.changePassword, async ({ caller, body, clientNetwork }) => {
    await enforceThrottle(system, caller.id, THROTTLE_RULES.passwordAccount);
    const { currentPassword, newPassword, language } = body;
    rejectCommonPassword(newPassword, 'newPassword');
    const result = await changePassword(system, {
      accountId: caller.id,
      sessionId: caller.sessionId,
      currentPassword,
      newPassword,
    });
    if (result !== 'changed') throw new ApiFailure(400, CHANGE_PROBLEMS[result]);
    system.security.record({ kind: 'password-changed', accountId: caller.id, network: clientNetwork });
    await queuePasswordChangeEmail(system, caller.id, language);
  }),

  defineRoute(contract.forgotPassword, async ({ body, clientAddress }) => {
    await enforceThrottle(system, clientAddress, THROTTLE_RULES.passwordAddress);
    const email = foldCase(body.email);
    // The response does not wait for the email and does not depend on it: otherwise it would reveal whether
    // the address is registered.
    const queueResetEmail = async () => {
      if ((await system.throttle.take(THROTTLE_RULES.passwordEmail, hashName(email))) > 0) return;
      await queueResetLinkEmail(system, email, body.language);
    };
    queueResetEmail().catch((error) =>
      system.logger.error({ err: error }, 'email for a new password not queued'),
    );
  }),

  defineRoute(contract.resetPassword, async ({ body, clientAddress, clientNetwork }) => {
    await enforceThrottle(system, clientAddress, THROTTLE_RULES.passwordAddress);
    rejectCommonPassword(body.password, 'password');
    const accountId = await resetPassword(system, body.token, body.password, clientNetwork);
    if (!accountId) throw new ApiFailure(400, resetLinkInvalid);
    system.security.record({ kind: 'password-changed', accountId, network: clientNetwork, action: 'reset' });
    await queuePasswordChangeEmail(system, accountId, body.language);
  }),
];
