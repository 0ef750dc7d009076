import { type TakeDownTarget, takeDownContent, takeDownOrRestore } from '../../application/moderation.ts';
import * as contract from '../../contract/take-down.ts';
import { toRejectionFailure } from '../http/failure.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type TakeDownRequest = RouteRequest<
  typeof contract.takeDownPost | typeof contract.takeDownAnimal | typeof contract.takeDownProfile
>;
type RestoreRequest = RouteRequest<
  typeof contract.restorePost | typeof contract.restoreAnimal | typeof contract.restoreProfile
>;

/** Creates the routes with which staff take down and restore content. */
export function createTakeDownRoutes(system: ApiSystem): readonly Route[] {
  const createTakeDownHandler =
    (kind: TakeDownTarget['kind'], message: string) => async (request: TakeDownRequest) => {
      const { caller, params, body, createContext, waitUntilVisible } = request;
      const context = createContext({ reason: body.reason });
      const content = { kind, id: params.id };
      const { result, reportEvents: resolvedReports } = await takeDownContent(
        system,
        content,
        caller.id,
        context,
      );
      await waitUntilVisible(...(result.accepted ? [result] : []), ...resolvedReports);
      if (!result.accepted) throw toRejectionFailure(result.rejection);
      return { message };
    };

  const createRestoreHandler =
    (kind: TakeDownTarget['kind'], message: string) => async (request: RestoreRequest) => {
      const { caller, params, body, createContext, confirm } = request;
      const context = createContext({ reason: body.reason });
      await confirm(await takeDownOrRestore(system, 'Restore', { kind, id: params.id }, caller.id, context));
      return { message };
    };

  return [
    defineRoute(contract.takeDownPost, createTakeDownHandler('post', 'The post has been taken down.')),
    defineRoute(contract.restorePost, createRestoreHandler('post', 'The post has been restored.')),
    defineRoute(contract.takeDownAnimal, createTakeDownHandler('animal', 'The animal has been taken down.')),
    defineRoute(contract.restoreAnimal, createRestoreHandler('animal', 'The animal has been restored.')),
    defineRoute(
      contract.takeDownProfile,
      createTakeDownHandler('profile', 'The picture, bio and website have been taken down.'),
    ),
    defineRoute(
      contract.restoreProfile,
      createRestoreHandler('profile', 'The picture, bio and website have been restored.'),
    ),
  ];
}
