import { approveIdentification } from '../../application/wallet.ts';
import * as contract from '../../contract/adjustments.ts';
import { writeOffNotPositive } from '../../contract/problems.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { AdjustmentCommand } from '../../domain/wallet/commands.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/wallet/adjustments/query.ts';
import type { Caller } from '../http/caller.ts';
import { ApiFailure, missing, rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type DecisionRequest = Pick<
  RouteRequest<typeof contract.approveAdjustment>,
  'caller' | 'params' | 'body' | 'command' | 'execute' | 'waitUntilVisible'
>;

/** Routes of adjustments, which one staff member proposes and another decides. */
export function adjustmentRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, ids } = system;

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
    { execute }: Pick<RouteRequest, 'execute'>,
  ): Promise<contract.Adjustment> {
    await execute(walletDecider, command.accountId, command, context);
    return stored(command.adjustmentId);
  }

  async function decided(
    type: 'ApproveAdjustment' | 'DeclineAdjustment',
    request: DecisionRequest,
  ): Promise<contract.Adjustment> {
    const { caller, params, body, command, execute, waitUntilVisible } = request;
    const { id: adjustmentId, profile, payment: paymentId } = await stored(params.id);
    const context = command(ids.next(), { staff: true, ...body });
    if (paymentId === null)
      return carriedOut({ type, accountId: profile.id, adjustmentId, staffId: caller.id }, context, request);
    if (type === 'DeclineAdjustment') {
      const decision = { paymentId, adjustmentId, staffId: caller.id };
      await execute(paymentDecider, paymentId, { type: 'DeclineIdentification', ...decision }, context);
    } else {
      const identification = { paymentId, adjustmentId, accountId: profile.id };
      const approved = await approveIdentification(system, caller, identification, context);
      if (!approved.accepted) throw rejected(approved.rejection);
      await waitUntilVisible(...approved.written);
    }
    return stored(adjustmentId);
  }

  return [
    route(contract.proposeAdjustment, async (request) => {
      const { caller, body, command, once } = request;
      const { amount, reason, writeOff = false } = body;
      if (writeOff && amount < 0) throw new ApiFailure(400, writeOffNotPositive);
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
          request,
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
