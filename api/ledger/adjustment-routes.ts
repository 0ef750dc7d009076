import { missingProfile } from '../../domain/accounts/rules.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { AdjustmentCommand } from '../../domain/wallet/commands.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/wallet/adjustments/query.ts';
import * as contract from '../contract/adjustments.ts';
import type { Caller } from '../http/caller.ts';
import { ApiFailure, missing, rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { approveIdentification, declineIdentification } from './identifications.ts';

type DecisionRequest = Pick<
  RouteRequest<typeof contract.approveAdjustment>,
  'caller' | 'params' | 'body' | 'command' | 'visible'
>;

/** Routes of what two members of staff change about a wallet. */
export function adjustmentRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids } = system;

  async function stored(id: Uuid): Promise<contract.Adjustment> {
    const found = await query.adjustmentById(pool, id);
    if (!found) throw missing(contract.missingAdjustment);
    return found;
  }

  async function ownerOf(caller: Caller, key: string): Promise<AccountId> {
    const profile = await profileByKey(pool, caller, key);
    if (!profile) throw missing(missingProfile);
    return profile.id;
  }

  async function carriedOut(
    command: AdjustmentCommand,
    context: CommandContext,
    visible: RouteRequest['visible'],
  ): Promise<contract.Adjustment> {
    const handled = await handler.handle(walletDecider, command.accountId, command, context);
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, 'wallets', 'journal');
    return stored(command.adjustmentId);
  }

  async function decided(
    type: 'ApproveAdjustment' | 'DeclineAdjustment',
    { caller, params, body, command, visible }: DecisionRequest,
  ): Promise<contract.Adjustment> {
    const { id: adjustmentId, profile, payment: paymentId } = await stored(params.id);
    const context = command(ids.next(), { staff: true, ...body });
    if (paymentId === null)
      return carriedOut({ type, accountId: profile.id, adjustmentId, staffId: caller.id }, context, visible);
    const decision = { paymentId, adjustmentId, caller, context };
    const position =
      type === 'ApproveAdjustment'
        ? await approveIdentification(system, profile.id, decision)
        : await declineIdentification(system, decision);
    await visible(position, 'wallets', 'journal');
    return stored(adjustmentId);
  }

  return [
    route(contract.proposeAdjustment, async ({ caller, body, command, visible, once }) => {
      const { amount, reason, writeOff = false } = body;
      if (writeOff && amount < 0)
        throw new ApiFailure(400, 'INVALID_AMOUNT', 'What is written off must be a positive amount.');
      const accountId = await ownerOf(caller, body.profile);
      const direction = amount < 0 ? 'DEBIT' : 'CREDIT';
      return once((adjustmentId) =>
        carriedOut(
          {
            type: 'ProposeAdjustment',
            accountId,
            adjustmentId,
            kind: writeOff ? 'WRITE_OFF' : direction,
            amount: Math.abs(amount),
            staffId: caller.id,
          },
          command(adjustmentId, { staff: true, reason }),
          visible,
        ),
      );
    }),

    route(contract.adjustments, async (request) => {
      const { status, ...page } = request.query;
      return itemsOf(await query.adjustmentsPage(pool, status, pagingOf(page)), request);
    }),

    route(contract.approveAdjustment, (request) => decided('ApproveAdjustment', request)),
    route(contract.declineAdjustment, (request) => decided('DeclineAdjustment', request)),
  ];
}
