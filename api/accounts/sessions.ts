import { sessionNotFound } from '../../contract/problems.ts';
import * as contract from '../../contract/sessions.ts';
import { notFound } from '../http/failure.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of the caller's sessions. Sockets and streams of an ended session close within 1 s. */
export const sessionRoutes = ({ privateData: { sessions }, clock }: ApiSystem): readonly AnyRoute[] => [
  route(contract.getSessions, async ({ caller }) => {
    const open = await sessions.list(caller.id, clock.now());
    return open.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }));
  }),

  route(contract.endSession, async ({ caller, params }) => {
    if (!(await sessions.closeOwn(caller.id, params.id))) throw notFound(sessionNotFound);
    return undefined;
  }),

  route(contract.endOtherSessions, async ({ caller }) => {
    await sessions.closeOthers(caller.id, caller.sessionId);
    return undefined;
  }),
];
