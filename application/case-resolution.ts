import { accountDecider } from '../domain/accounts/decide.ts';
import type { SuspensionDays } from '../domain/accounts/rules.ts';
import type { CommandContext, CommandResult, Handler } from '../domain/handle.ts';
import type { DomainEvent } from '../domain/kernel/event.ts';
import type { AccountId, Uuid } from '../domain/kernel/ids.ts';
import { reportDecider } from '../domain/moderation/decide.ts';
import type { Resolution } from '../domain/moderation/rules.ts';
import type { OpenCase } from '../domain/moderation/state.ts';
import type { IdSource } from '../domain/ports/clock.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';
import type { AppendSummary } from '../domain/ports/read-models.ts';
import { banAccount } from './accounts.ts';
import { isAlreadyGone, takeDownOrRestore } from './moderation.ts';
import { deletePost } from './posts.ts';

interface ResolutionDependencies {
  readonly handler: Handler;
  readonly ids: IdSource;
  readonly privateData: PrivateData;
}

/** A staff member's decision on a case. */
export interface CaseDecision {
  readonly caseId: Uuid;
  readonly subjectId: Uuid;
  readonly staffId: AccountId;
  readonly resolution: Resolution;
  /** Length of the suspension. Used only with the resolution `SUSPEND`. */
  readonly days?: SuspensionDays | undefined;
}

type ActionResult = CommandResult<unknown, DomainEvent>;

/** Applies a resolution to the subject or its owner. Returns null if the resolution requires no action. */
async function applyResolution(
  dependencies: ResolutionDependencies,
  { subjectKind, ownerId }: OpenCase,
  { caseId, subjectId, staffId, resolution, days }: CaseDecision,
  context: CommandContext,
): Promise<ActionResult | null> {
  switch (resolution) {
    case 'NONE':
      return null;
    case 'WARN':
      return dependencies.handler.handle(
        accountDecider,
        ownerId,
        { type: 'WarnAccount', accountId: ownerId, caseId },
        context,
      );
    case 'TAKE_DOWN': {
      const kind = subjectKind === 'animal' || subjectKind === 'profile' ? subjectKind : 'post';
      return takeDownOrRestore(dependencies, 'TakeDown', { kind, id: subjectId }, staffId, context);
    }
    case 'DELETE':
      return deletePost(dependencies, subjectId, context);
    case 'SUSPEND':
    case 'BAN':
      return banAccount(dependencies, ownerId, { days, caseId }, context);
  }
}

/**
 * Applies a resolution to reported content or its owner, then resolves the case. Has no effect if the case does not
 * allow the resolution. After a crash between the two steps the case is still open; repeating the request resolves it
 * without applying the resolution twice.
 * @returns the result, and the events of both commands
 */
export async function resolveCase(
  dependencies: ResolutionDependencies,
  decision: CaseDecision,
  context: CommandContext,
): Promise<{ readonly result: ActionResult; readonly appends: readonly AppendSummary[] }> {
  const { handler, ids } = dependencies;
  const { subjectId, caseId, staffId, resolution } = decision;
  const resolveCommand = { type: 'ResolveReports', caseId, staffId, resolution } as const;
  const { state: openCase } = await handler.load(reportDecider, subjectId);
  const checkResult = reportDecider.decide(resolveCommand, openCase);
  if (!checkResult.accepted) return { result: checkResult, appends: [] };
  const actionResult = openCase && (await applyResolution(dependencies, openCase, decision, context));
  if (actionResult && !actionResult.accepted && !isAlreadyGone(actionResult.rejection))
    return { result: actionResult, appends: [] };
  const resolveResult = await handler.handle(reportDecider, subjectId, resolveCommand, {
    ...context,
    commandId: ids.next(),
  });
  return {
    result: resolveResult,
    appends: [actionResult, resolveResult].filter((result) => result?.accepted === true),
  };
}
