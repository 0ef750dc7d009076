import { beginPasskeyRegistration, verifyNewPasskey } from '../../application/passkeys.ts';
import * as factors from '../../application/second-factors.ts';
import * as problems from '../../contract/problems.ts';
import * as contract from '../../contract/second-factors.ts';
import { type Caller, isFactorRequired } from '../http/caller.ts';
import { ApiFailure, createNotFoundFailure } from '../http/failure.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, THROTTLE_RULES } from '../http/throttling.ts';
import { getLanguage } from './language.ts';

type CallerRequest = { readonly caller: Caller } & Pick<RouteRequest, 'http' | 'clientNetwork'>;

/** Creates the routes that manage the caller's second factors. */
export function createSecondFactorRoutes(system: ApiSystem): readonly Route[] {
  const { secondFactors } = system.privateData;
  const toFactorOwner = ({ caller, http }: CallerRequest): factors.FactorOwner => ({
    accountId: caller.id,
    language: getLanguage(http),
  });
  const recordChange = ({ caller, clientNetwork: network }: CallerRequest): void =>
    system.security.record({ kind: 'factor-changed', accountId: caller.id, network });

  return [
    defineRoute(contract.getSecondFactors, async ({ caller }) => {
      const [summary, passwordHash] = await Promise.all([
        secondFactors.summarize(caller.id),
        system.privateData.registry.findPasswordHash(caller.id),
      ]);
      const { passkeys, ...counts } = summary;
      const isRequired = isFactorRequired(system, caller.role);
      return { ...counts, passkeys: [...passkeys], hasPassword: passwordHash !== null, isRequired };
    }),

    defineRoute(contract.beginAuthenticator, async ({ caller }) => {
      const beginResult = await factors.beginAuthenticator(system, caller.id, caller.nickname);
      if (!beginResult) throw new ApiFailure(400, problems.authenticatorActive);
      return beginResult;
    }),

    defineRoute(contract.activateAuthenticator, async (request) => {
      await enforceThrottle(system, request.caller.id, THROTTLE_RULES.passwordAccount);
      const result = await factors.activateAuthenticator(system, toFactorOwner(request), request.body.code);
      if (result === 'wrong') throw new ApiFailure(400, problems.wrongCode);
      if (result === 'missing') throw new ApiFailure(400, problems.authenticatorMissing);
      recordChange(request);
      return result;
    }),

    defineRoute(contract.removeAuthenticator, async (request) => {
      if (!(await factors.removeAuthenticator(system, toFactorOwner(request))))
        throw new ApiFailure(400, problems.authenticatorMissing);
      recordChange(request);
    }),

    defineRoute(contract.renewRecoveryCodes, async (request) => {
      const renewResult = await factors.renewRecoveryCodes(system, toFactorOwner(request));
      if (!renewResult) throw new ApiFailure(400, problems.secondFactorMissing);
      recordChange(request);
      return renewResult;
    }),

    defineRoute(contract.beginPasskey, async ({ caller }) => ({
      options: { ...(await beginPasskeyRegistration(system, caller)) },
    })),

    defineRoute(contract.addPasskey, async (request) => {
      const { caller, body } = request;
      const passkey = await verifyNewPasskey(system, caller.id, body.name, body.passkey);
      if (!passkey || (await secondFactors.findPasskey(passkey.id)))
        throw new ApiFailure(400, problems.passkeyRefused);
      const { limit } = problems.passkeyLimit.params;
      const addResult = await factors.addPasskey(system, toFactorOwner(request), passkey, limit);
      if (!addResult) throw new ApiFailure(400, problems.passkeyLimit);
      recordChange(request);
      return addResult;
    }),

    defineRoute(contract.renamePasskey, async ({ caller, params, body }) => {
      if (!(await secondFactors.renamePasskey(caller.id, params.id, body.name)))
        throw createNotFoundFailure(problems.passkeyNotFound);
    }),

    defineRoute(contract.removePasskey, async (request) => {
      if (!(await factors.removePasskey(system, toFactorOwner(request), request.params.id)))
        throw createNotFoundFailure(problems.passkeyNotFound);
      recordChange(request);
    }),
  ];
}
