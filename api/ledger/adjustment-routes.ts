import { approveIdentification } from '../../application/wallet.ts';
import * as contract from '../../contract/adjustments.ts';
import { writeOffNotPositive } from '../../contract/problems.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { AdjustmentCommand } from '../../domain/wallet/commands.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { listSuspense } from '../../projections/ledger/problems/query.ts';
import * as query from '../../projections/wallet/adjustments/query.ts';
import { loadProfile } from '../accounts/load-profile.ts';
import { createResultNotReadyFailure } from '../http/error-response.ts';
import { ApiFailure, createNotFoundFailure, toRejectionFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type DecisionRequest = Pick<
  RouteRequest<typeof contract.approveAdjustment>,
  'caller' | 'params' | 'body' | 'createContext' | 'execute' | 'waitUntilVisible'
>;

/**
 * Creates the routes for adjustments and for payments in suspense, that is, from unknown payers. One staff member
 * proposes an adjustment or the payer, and another one decides on it.
 */
export function createAdjustmentRoutes(system: ApiSystem): readonly Route[] {
  const { pool, ids } = system;

  async function loadAdjustment(id: Uuid): Promise<contract.Adjustment> {
    const adjustment = await query.findAdjustmentById(pool, id);
    if (!adjustment) throw createNotFoundFailure(contract.adjustmentNotFound);
    return adjustment;
  }

  /** Loads an adjustment that was just proposed or decided. */
  async function loadResult(id: Uuid): Promise<contract.Adjustment> {
    const adjustment = await query.findAdjustmentById(pool, id);
    if (!adjustment) throw createResultNotReadyFailure();
    return adjustment;
  }

  async function executeCommand(
    command: AdjustmentCommand,
    context: CommandContext,
    { execute }: Pick<RouteRequest, 'execute'>,
  ): Promise<contract.Adjustment> {
    await execute(walletDecider, command.accountId, command, context);
    return loadResult(command.adjustmentId);
  }

  async function decideAdjustment(
    type: 'ApproveAdjustment' | 'DeclineAdjustment',
    request: DecisionRequest,
  ): Promise<contract.Adjustment> {
    const { caller, params, body, createContext, execute, waitUntilVisible } = request;
    const { id: adjustmentId, profile, payment: paymentId, reason } = await loadAdjustment(params.id);
    const approvedReason = type === 'ApproveAdjustment' ? (reason ?? undefined) : undefined;
    const context = createContext({ reason: body.reason ?? approvedReason });
    if (paymentId === null)
      return executeCommand(
        { type, accountId: profile.id, adjustmentId, staffId: caller.id },
        context,
        request,
      );
    if (type === 'DeclineAdjustment') {
      const decision = { paymentId, adjustmentId, staffId: caller.id };
      await execute(paymentDecider, paymentId, { type: 'DeclineIdentification', ...decision }, context);
    } else {
      const identification = { paymentId, adjustmentId, accountId: profile.id };
      const approval = await approveIdentification(system, caller, identification, context);
      if (!approval.accepted) throw toRejectionFailure(approval.rejection);
      await waitUntilVisible(...approval.appends);
    }
    return loadResult(adjustmentId);
  }

  return [
    defineRoute(contract.proposeAdjustment, async (request) => {
      const { caller, body, createContext, runIdempotently } = request;
      const { amount, reason, writeOff = false } = body;
      if (writeOff && amount < 0) throw new ApiFailure(400, writeOffNotPositive);
      const { id: accountId } = await loadProfile(pool, caller, body.profile);
      const direction = amount < 0 ? 'DEBIT' : 'CREDIT';
      return runIdempotently((adjustmentId) =>
        executeCommand(
          {
            type: 'ProposeAdjustment',
            accountId,
            adjustmentId,
            kind: writeOff ? 'WRITE_OFF' : direction,
            amount: Math.abs(amount),
            staffId: caller.id,
          },
          createContext({ commandId: adjustmentId, reason }),
          request,
        ),
      );
    }),

    defineRoute(contract.adjustments, async (request) => {
      const { status, ...page } = request.query;
      return respondWithPage(await query.listAdjustments(pool, status, toPaging(page)), request);
    }),

    defineRoute(contract.approveAdjustment, (request) => decideAdjustment('ApproveAdjustment', request)),
    defineRoute(contract.declineAdjustment, (request) => decideAdjustment('DeclineAdjustment', request)),

    defineRoute(contract.suspense, async (request) =>
      respondWithPage(await listSuspense(pool, toPaging(request.query)), request),
    ),

    defineRoute(contract.identifySuspense, async ({ caller, params, body, createContext, execute }) => {
      const { id: paymentId } = params;
      const { id: accountId } = await loadProfile(pool, caller, body.profile);
      const adjustmentId = ids.next();
      const proposal = { paymentId, adjustmentId, accountId, staffId: caller.id };
      const { state } = await execute(
        paymentDecider,
        paymentId,
        { type: 'ProposeIdentification', ...proposal },
        createContext({ commandId: adjustmentId, reason: body.reason }),
      );
      return loadResult(state.openIdentification ?? adjustmentId);
    }),
  ];
}
