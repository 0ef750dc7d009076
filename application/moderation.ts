import { accountDecider } from '../domain/accounts/decide.ts';
import { adoptionDecider } from '../domain/adoption/decide.ts';
import { adoptionNotFound } from '../domain/adoption/rules.ts';
import type { CommandContext, CommandResult, Handler } from '../domain/handle.ts';
import type { Rejection } from '../domain/kernel/decider.ts';
import type { DomainEvent } from '../domain/kernel/event.ts';
import type { AccountId, Uuid } from '../domain/kernel/ids.ts';
import { alreadyTakenDown, profileNotFound } from '../domain/kernel/problems.ts';
import { reportDecider } from '../domain/moderation/decide.ts';
import type { SubjectKind } from '../domain/moderation/rules.ts';
import type { IdSource } from '../domain/ports/clock.ts';
import type { AppendSummary } from '../domain/ports/read-models.ts';
import { postDecider } from '../domain/posts/decide.ts';
import { postNotFound } from '../domain/posts/rules.ts';
import { findProfileById } from '../projections/accounts/profiles/query.ts';
import { findAnimalById } from '../projections/adoption/animals/query.ts';
import { findCrowdfundingById } from '../projections/crowdfunding/crowdfundings/query.ts';
import { findPostById } from '../projections/posts/posts/query.ts';
import type { Queryable, Viewer } from '../projections/queryable.ts';
import { canSeeCrowdfunding } from './crowdfunding.ts';

/** Returns the owner of a reported subject, or null if the subject does not exist or the reporter cannot see it. */
export async function findSubjectOwner(
  { pool }: { readonly pool: Queryable },
  reporter: Viewer,
  kind: SubjectKind,
  id: Uuid,
): Promise<AccountId | null> {
  switch (kind) {
    case 'post':
      return (await findPostById(pool, reporter, id))?.creatorData.id ?? null;
    case 'profile':
      return (await findProfileById(pool, reporter, id))?.id ?? null;
    case 'animal':
      return (await findAnimalById(pool, reporter, id))?.post.owner.id ?? null;
    case 'crowdfunding': {
      const crowdfunding = await findCrowdfundingById(pool, reporter, id);
      return crowdfunding && canSeeCrowdfunding(reporter, crowdfunding)
        ? crowdfunding.creator.idProfile
        : null;
    }
  }
}

interface TakeDownDependencies {
  readonly handler: Handler;
  readonly ids: IdSource;
}

/** Content that staff take down or restore. */
export interface TakeDownTarget {
  readonly kind: 'post' | 'animal' | 'profile';
  readonly id: Uuid;
}

type ContentResult = Promise<CommandResult<unknown, DomainEvent>>;

/** Codes of rejections after which the content is already gone, for example because the request was repeated. */
const ALREADY_GONE_CODES: readonly string[] = [
  alreadyTakenDown,
  postNotFound,
  adoptionNotFound,
  profileNotFound,
].map(({ code }) => code);

/** Returns whether a command was rejected because the content is already taken down or does not exist. */
export const isAlreadyGone = ({ code }: Rejection): boolean => ALREADY_GONE_CODES.includes(code);

/** Takes content down or restores it. Leaves its open reports unresolved. */
export function takeDownOrRestore(
  { handler }: TakeDownDependencies,
  action: 'TakeDown' | 'Restore',
  { kind, id }: TakeDownTarget,
  staffId: AccountId,
  context: CommandContext,
): ContentResult {
  switch (kind) {
    case 'post':
      return handler.handle(postDecider, id, { type: `${action}Post`, postId: id, staffId }, context);
    case 'animal':
      return handler.handle(
        adoptionDecider,
        id,
        { type: `${action}Animal`, adoptionId: id, staffId },
        context,
      );
    case 'profile':
      return handler.handle(
        accountDecider,
        id,
        { type: `${action}Profile`, accountId: id, staffId },
        context,
      );
  }
}

/** Resolves the open reports about content. Ignores a rejection: the case was closed concurrently. */
async function resolveReports(
  { handler, ids }: TakeDownDependencies,
  subjectId: Uuid,
  staffId: AccountId,
  context: CommandContext,
): Promise<readonly AppendSummary[]> {
  const { state: openCase } = await handler.load(reportDecider, subjectId);
  if (!openCase) return [];
  const resolveCommand = {
    type: 'ResolveReports',
    caseId: openCase.id,
    staffId,
    resolution: 'TAKE_DOWN',
  } as const;
  const reportsContext = { ...context, commandId: ids.next() };
  const commandResult = await handler.handle(reportDecider, subjectId, resolveCommand, reportsContext);
  return commandResult.accepted ? [commandResult] : [];
}

/**
 * Takes content down and resolves its open reports. A repeated call returns a rejection, but still resolves reports
 * that a crash left open.
 * @returns the take-down result, and the events that resolved reports
 */
export async function takeDownContent(
  dependencies: TakeDownDependencies,
  content: TakeDownTarget,
  staffId: AccountId,
  context: CommandContext,
): Promise<{ readonly result: Awaited<ContentResult>; readonly reportEvents: readonly AppendSummary[] }> {
  const commandResult = await takeDownOrRestore(dependencies, 'TakeDown', content, staffId, context);
  const isTakenDown = commandResult.accepted || commandResult.rejection.code === alreadyTakenDown.code;
  const reportEvents = isTakenDown ? await resolveReports(dependencies, content.id, staffId, context) : [];
  return { result: commandResult, reportEvents };
}
