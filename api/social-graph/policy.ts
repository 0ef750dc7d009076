import type { AccountId } from '../../domain/kernel/ids.ts';
import { bondOf } from '../../domain/social-graph/bonds.ts';
import { cannotInteract } from '../../domain/social-graph/decide.ts';
import { rejected } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';

/**
 * Demands that neither of two accounts blocks the other.
 * @throws ApiFailure 400 when one does
 */
export async function demandNoBlock(
  { handler }: Pick<ApiSystem, 'handler'>,
  one: AccountId,
  other: AccountId,
): Promise<void> {
  if (one === other || cannotInteract.accepted) return;
  const { blockers } = await bondOf(handler, one, other);
  if (blockers.length > 0) throw rejected(cannotInteract.rejection);
}
