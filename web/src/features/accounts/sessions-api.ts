import { sessionsEndpoints } from '../../../../contract/endpoints/sessions.ts';
import { kindraApi } from '../../api/base.ts';
import { createEndpoints, type ResponseOf } from '../../api/endpoints.ts';

/** An open session of the account. */
export type OpenSession = ResponseOf<typeof sessionsEndpoints.getSessions>[number];

export const { useGetSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(sessionsEndpoints) })
  .enhanceEndpoints({ endpoints: { getSessions: { extraOptions: { isQuiet: true } } } });
