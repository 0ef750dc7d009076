import { beginPasskeyAssertion, verifyPasskeyAssertion } from '../../application/passkeys.ts';
import * as problems from '../../contract/problems.ts';
import * as contract from '../../contract/second-factors.ts';
import type { Problem } from '../../domain/kernel/problem.ts';
import { ApiFailure } from '../http/failure.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, THROTTLE_RULES } from '../http/throttling.ts';
import { checkCode } from './codes.ts';
import { getLanguage } from './language.ts';

type ProofRequest = Pick<RouteRequest<typeof contract.proveIdentity>, 'caller' | 'body' | 'http'>;

/** Returns the problem with the proof of identity in a request, or null if it is valid. */
async function findProofProblem(
  system: ApiSystem,
  { caller, body, http }: ProofRequest,
): Promise<Problem | null> {
  const { password, code, passkey } = body;
  if (passkey)
    return (await verifyPasskeyAssertion(system, caller.id, passkey)) ? null : problems.passkeyRefused;
  if (code !== undefined) {
    const owner = { accountId: caller.id, language: getLanguage(http) };
    return (await checkCode(system, owner, code)) ? null : problems.wrongCode;
  }
  if (password === undefined) return problems.proofMissing;
  const hash = await system.privateData.registry.findPasswordHash(caller.id);
  const isCorrect = await system.passwords.verify(password, hash, caller.id);
  return isCorrect ? null : problems.wrongPassword;
}

/** Creates the routes with which callers prove their identity again. */
export const createProofRoutes = (system: ApiSystem): readonly Route[] => [
  defineRoute(contract.beginProof, async ({ caller }) => ({
    options: { ...(await beginPasskeyAssertion(system, caller.id)) },
  })),

  defineRoute(contract.proveIdentity, async (request) => {
    const { caller, clientNetwork: network } = request;
    await enforceThrottle(system, caller.id, THROTTLE_RULES.passwordAccount);
    const problem = await findProofProblem(system, request);
    if (problem) {
      system.security.record({ kind: 'login-failed', accountId: caller.id, network });
      throw new ApiFailure(400, problem);
    }
    await system.privateData.sessions.recordProof(caller.sessionId, system.clock.now());
  }),
];
