import { type Content, restoreContent, takeDownContent } from '../../application/moderation.ts';
import * as contract from '../../contract/take-down.ts';
import { toRejectionFailure } from '../http/failure.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type TakeDownRequest = RouteRequest<typeof contract.takeDownPost | typeof contract.takeDownAnimal>;
type RestoreRequest = RouteRequest<typeof contract.restorePost | typeof contract.restoreAnimal>;

/** Routes of take-downs and restorations by staff. */
export function takeDownRoutes(system: ApiSystem): readonly AnyRoute[] {
  const takeDown = (kind: Content['kind'], message: string) => async (request: TakeDownRequest) => {
    const { caller, params, body, command, waitUntilVisible } = request;
    const context = command(system.ids.next(), { staff: true, reason: body.reason });
    const content = { kind, id: params.id };
    const { handled, resolved } = await takeDownContent(system, content, caller.id, context);
    await waitUntilVisible(...(handled.accepted ? [handled] : []), ...resolved);
    if (!handled.accepted) throw toRejectionFailure(handled.rejection);
    return { message };
  };

  const restore = (kind: Content['kind'], message: string) => async (request: RestoreRequest) => {
    const { caller, params, body, command, confirm } = request;
    const context = command(system.ids.next(), { staff: true, reason: body.reason });
    await confirm(await restoreContent(system, { kind, id: params.id }, caller.id, context));
    return { message };
  };

  return [
    route(contract.takeDownPost, takeDown('post', 'The post has been taken down.')),
    route(contract.restorePost, restore('post', 'The post has been restored.')),
    route(contract.takeDownAnimal, takeDown('animal', 'The animal has been taken down.')),
    route(contract.restoreAnimal, restore('animal', 'The animal has been restored.')),
  ];
}
