import type { AccountId } from '../../../domain/kernel/ids.ts';
import { cannotInteract } from '../../../domain/social-graph/decide.ts';
import { type Correspondence, reachOf } from '../../../projections/conversations/messages/query.ts';
import { missingReceiver } from '../../contract/conversations.ts';
import type { Caller } from '../../http/caller.ts';
import { missing, rejected, sessionExpired } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';

interface Asked {
  readonly caller: Caller;
  readonly receiverId: AccountId | null;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Most frames that are looked up together. */
const LARGEST = 500;

const correspondenceOf = ({ caller, receiverId }: Asked): Correspondence[] =>
  receiverId === null ? [] : [{ authorId: caller.id, receiverId }];

/**
 * Demands that the caller's session stands and, where a receiver is named, that the caller may write to them. Those that
 * come while one lookup is under way go together in the next, so that a crowd costs two queries, and nobody gets an
 * answer that is older than the question.
 * @throws ApiFailure 401 without a session, 404 for a receiver out of sight, 400 when one of the two blocks the other
 */
export function createAdmissions({
  pool,
  privateData: { sessions },
  clock,
}: Pick<ApiSystem, 'pool' | 'privateData' | 'clock'>): (
  caller: Caller,
  receiverId: AccountId | null,
) => Promise<void> {
  const waiting: Asked[] = [];
  let underWay = false;

  async function lookUp(group: readonly Asked[]): Promise<void> {
    const sessionIds = new Set(group.map(({ caller }) => caller.sessionId));
    const asked = group.flatMap(correspondenceOf);
    const [alive, reaches] = await Promise.all([
      sessions.aliveAmong([...sessionIds], clock.now()),
      asked.length > 0 ? reachOf(pool, asked) : [],
    ]);
    const inTurn = reaches.values();
    for (const { caller, receiverId, resolve, reject } of group) {
      const reach = receiverId === null ? undefined : inTurn.next().value;
      if (!alive.has(caller.sessionId)) reject(sessionExpired());
      else if (receiverId !== null && !reach?.visible) reject(missing(missingReceiver));
      else if (reach?.blocked && !cannotInteract.accepted) reject(rejected(cannotInteract.rejection));
      else resolve();
    }
  }

  async function go(): Promise<void> {
    underWay = true;
    while (waiting.length > 0) {
      // Whoever speaks in the same turn joins.
      await new Promise(setImmediate);
      const group = waiting.splice(0, LARGEST);
      await lookUp(group).catch((error) => {
        for (const { reject } of group) reject(error);
      });
    }
    underWay = false;
  }

  return (caller, receiverId) =>
    new Promise((resolve, reject) => {
      waiting.push({ caller, receiverId, resolve, reject });
      if (!underWay) void go();
    });
}
