import type { System } from '../../adapters/compose.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import {
  createLogView,
  getProjectionStatuses,
  type LogView,
  type ProjectionStatus,
} from '../../projections/engine/query.ts';
import { projections as allProjections } from '../../projections/registry.ts';
import { getPartStatuses, type PartStatus } from '../part-status.ts';
import { partNames, parts, SUBSCRIPTION } from '../parts.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { type Console, formatTable } from './console.ts';
import { describeFailure } from './describe-failure.ts';
import { createHints } from './status-hints.ts';

const isHealthy = ({ state }: ProjectionStatus): boolean => state === 'live' || state === 'catching-up';

const isHealthyPart = ({ state }: PartStatus): boolean => state === 'running' || state === 'recovered';

/** Adds `kindra status`, which shows the state of the log, the projections and the workers. */
export const addStatus: AddCommand = (program, { console, withSystem }) => {
  withCommonOptions(program.command('status'))
    .summary('Shows the position of the log and the state of projections and workers')
    .description(
      'Shows the position of the log, the state of each projection, and the other parts of the workers. Exits with ' +
        'status 1 if the log is unreachable; a projection is failing or stalled, needs a replay or is ahead of the log; ' +
        'a part is failing; or a part has no worker. A part that works again after a failure is shown as recovered.',
    )
    .action((options: CommonOptions) =>
      withSystem((system) => showStatus(system, console, options), { shouldTolerateLogOutage: true }),
    );
};

interface Status {
  /** Head of the log; null if the log is unreachable. */
  readonly position: number | null;
  readonly problem: string | null;
  readonly projections: readonly ProjectionStatus[];
  readonly parts: readonly ShownPart[];
  readonly subscription: PartStatus | null;
}

interface ShownPart extends PartStatus {
  /** Size of the backlog; null if it cannot be counted. */
  readonly waiting: number | null;
}

async function showStatus(system: System, console: Console, { json }: CommonOptions): Promise<number> {
  const status = await readStatus(system);
  if (json) console.print(JSON.stringify(status));
  else showSummary(console, status);
  const { position, projections, parts: shownParts, subscription } = status;
  const isUp = position !== null && subscription?.state !== 'failing';
  return isUp && projections.every(isHealthy) && shownParts.every(isHealthyPart) ? 0 : 1;
}

async function readStatus(system: System): Promise<Status> {
  const { rawLog, pool } = system;
  let position: number | null = null;
  let problem: string | null = null;
  const loadLogView = async (): Promise<LogView | null> => {
    try {
      const logView = await createLogView(rawLog);
      position = logView.head;
      return logView;
    } catch (error) {
      problem = describeOutage(error);
      return null;
    }
  };
  const projections = await getProjectionStatuses(pool, allProjections, loadLogView);
  // If counting the backlog of a part fails, the part reports the reason itself.
  const waitingCounts = await Promise.all(parts.map((part) => part.countWaiting(system).catch(() => null)));
  const [subscription, ...statuses] = await getPartStatuses(pool, [SUBSCRIPTION, ...partNames]);
  return {
    position,
    problem: position === null ? problem : null,
    projections,
    parts: statuses.map((status, n) => ({ ...status, waiting: waitingCounts[n] ?? null })),
    subscription: subscription ?? null,
  };
}

function describeOutage(error: unknown): string {
  if (!(error instanceof EventLogUnavailable)) throw error;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function showSummary(
  console: Console,
  { position, problem, projections, parts: shownParts, subscription }: Status,
): void {
  console.print(position === null ? `The log is unreachable: ${problem}\n` : `Log position: ${position}\n`);
  showProjections(console, projections);
  showParts(console, shownParts);
  if (subscription) showPartError(console, { ...subscription, name: 'The subscription to the log' });
  for (const hint of createHints(projections, shownParts, subscription)) console.print(`\n${hint}`);
}

/** Counts events if possible, otherwise seconds. */
function formatLag({ lag, secondsBehind }: ProjectionStatus): number | string {
  if (lag !== null) return lag;
  return secondsBehind === null ? '?' : `${secondsBehind} s`;
}

function showProjections(console: Console, projections: readonly ProjectionStatus[]): void {
  const rows = projections.map((status) => [
    status.name,
    status.position,
    formatLag(status),
    status.rate,
    status.state,
  ]);
  console.print(formatTable(['projection', 'position', 'behind', 'events/s', 'state'], rows));
  for (const { name, failure } of projections)
    if (failure) console.print(`\n${name} is ${describeFailure(failure)}`);
}

function showParts(console: Console, shownParts: readonly ShownPart[]): void {
  const rows = shownParts.map(({ name, waiting, seenAt, state }) => [
    name,
    waiting ?? '?',
    seenAt ?? 'never',
    state,
  ]);
  console.print(`\n${formatTable(['part', 'waiting', 'last seen', 'state'], rows)}`);
  for (const part of shownParts) showPartError(console, part);
}

function showPartError(console: Console, { name, state, complaint }: PartStatus): void {
  if (!complaint) return;
  const { at, text, recoveredAt } = complaint;
  if (state === 'failing') console.print(`\n${name} failed at ${at}: ${text}`);
  if (state === 'recovered') console.print(`\n${name} recovered at ${recoveredAt}, after ${at}: ${text}`);
}
