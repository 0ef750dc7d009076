import { sessionNotFound } from '../../contract/problems.ts';
import * as contract from '../../contract/sessions.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Creates the routes for the caller's sessions. Connections of an ended session close within 1 s. */
export const createSessionRoutes = ({ privateData: { sessions }, clock }: ApiSystem): readonly Route[] => [
  defineRoute(contract.getSessions, async ({ caller }) => {
    const openSessions = await sessions.list(caller.id, clock.now());
    return openSessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }));
  }),

  defineRoute(contract.endSession, async ({ caller, params }) => {
    if (!(await sessions.closeOwn(caller.id, params.id))) throw createNotFoundFailure(sessionNotFound);
  }),

  defineRoute(contract.endOtherSessions, async ({ caller }) => {
    await sessions.closeOthers(caller.id, caller.sessionId);
  }),
];
