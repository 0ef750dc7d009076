import { z } from 'zod';
import { defineCall, noContent } from './call.ts';
import { sessionsEndpoints } from './endpoints/sessions.ts';
import { id, idParameter, instant } from './fields.ts';
import { sessionNotFound } from './problems.ts';

/** One of the caller's open sessions. Unknown names are null. */
export const openSession = z
  .object({
    id,
    browser: z.string().nullable().meta({ description: 'Name of the browser, as in `Firefox`.' }),
    system: z.string().nullable().meta({ description: 'Name of the operating system, as in `Windows`.' }),
    createdAt: instant,
    lastUsedAt: instant.meta({ description: 'Time of the last use, up to 10 minutes ago.' }),
    isCurrent: z.boolean().meta({ description: 'Whether the call belongs to the session.' }),
  })
  .meta({ id: 'OpenSession' });

export const getSessions = defineCall({
  ...sessionsEndpoints.getSessions,
  summary: 'Lists the open sessions of the caller, at most 100, the last used ones first',
  audience: 'user',
  response: z.array(openSession),
});

export const endSession = defineCall({
  ...sessionsEndpoints.endSession,
  summary: 'Ends a session of the caller and revokes its token',
  audience: 'user',
  params: z.object({ id: idParameter(sessionNotFound) }),
  ...noContent,
  errors: ['SESSION_NOT_FOUND'],
});

export const endOtherSessions = defineCall({
  ...sessionsEndpoints.endOtherSessions,
  summary: 'Ends all sessions of the caller except the current one',
  audience: 'user',
  ...noContent,
});
