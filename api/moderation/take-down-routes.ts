import type { TakeDownAnimal } from '../../domain/adoption/commands.ts';
import { adoptionDecider } from '../../domain/adoption/decide.ts';
import type { Handled } from '../../domain/handle.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { reportDecider } from '../../domain/moderation/decide.ts';
import type { TakeDownPost } from '../../domain/posts/commands.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import * as contract from '../contract/take-down.ts';
import { rejected } from '../http/failure.ts';
import { type AnyRoute, type ReadModel, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type Request = RouteRequest<
  | typeof contract.takeDownPost
  | typeof contract.restorePost
  | typeof contract.takeDownAnimal
  | typeof contract.restoreAnimal
>;
type Context = ReturnType<RouteRequest['command']>;
type Result = Handled<unknown, DomainEvent>;

const READ_BY = ['notifications', 'actions'] as const satisfies readonly ReadModel[];

/** Routes with which staff take content down and restore it. */
export function takeDownRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { handler, ids } = system;

  /** Resolves the open reports of content that is taken down. */
  async function closeReports({ caller, params, body, command, visible }: Request): Promise<void> {
    const { state: open } = await handler.load(reportDecider, params.id);
    if (!open) return;
    const decision = { type: 'ResolveReports', caseId: open.id, staffId: caller.id } as const;
    const context = command(ids.next(), { staff: true, reason: body.reason });
    const handled = await handler.handle(reportDecider, params.id, decision, context);
    // Somebody else has closed them meanwhile when it is rejected.
    if (handled.accepted) await visible(handled.position, 'reports', 'actions');
  }

  async function execute(
    request: Request,
    readModel: ReadModel,
    handle: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    const { body, command, visible } = request;
    const handled = await handle(command(ids.next(), { staff: true, reason: body.reason }));
    if (handled.accepted) await visible(handled.position, readModel, ...READ_BY);
    return handled;
  }

  /** A repetition closes the reports that a crash has left open, before it is refused. */
  async function takeDown(request: Request, execution: Promise<Result>): Promise<void> {
    const handled = await execution;
    if (handled.accepted || handled.rejection.code === 'ALREADY_TAKEN_DOWN') await closeReports(request);
    if (!handled.accepted) throw rejected(handled.rejection);
  }

  const changePost = (type: TakeDownPost['type'], request: Request): Promise<Result> => {
    const { caller, params } = request;
    const wanted = { type, postId: params.id, staffId: caller.id } as const;
    return execute(request, 'posts', (context) => handler.handle(postDecider, params.id, wanted, context));
  };

  const changeAnimal = (type: TakeDownAnimal['type'], request: Request): Promise<Result> => {
    const { caller, params } = request;
    const wanted = { type, adoptionId: params.id, staffId: caller.id } as const;
    return execute(request, 'animals', (context) =>
      handler.handle(adoptionDecider, params.id, wanted, context),
    );
  };

  async function restore(execution: Promise<Result>): Promise<void> {
    const handled = await execution;
    if (!handled.accepted) throw rejected(handled.rejection);
  }

  return [
    route(contract.takeDownPost, async (request) => {
      await takeDown(request, changePost('TakeDownPost', request));
      return { message: 'The post has been taken down.' };
    }),
    route(contract.restorePost, async (request) => {
      await restore(changePost('RestorePost', request));
      return { message: 'The post has been restored.' };
    }),
    route(contract.takeDownAnimal, async (request) => {
      await takeDown(request, changeAnimal('TakeDownAnimal', request));
      return { message: 'The animal has been taken down.' };
    }),
    route(contract.restoreAnimal, async (request) => {
      await restore(changeAnimal('RestoreAnimal', request));
      return { message: 'The animal has been restored.' };
    }),
  ];
}
