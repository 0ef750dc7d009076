import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Handler } from '../../domain/handle.ts';
import { type CrowdfundingId, deriveId } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { OrderedCancellation } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import { type AttemptCommand, createSettlementContext, type RoundOutcome } from './command-attempts.ts';

interface CrowdfundingCommandsOptions {
  readonly handler: Handler;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly attemptCommand: AttemptCommand;
}

interface Crowdfunding {
  readonly id: CrowdfundingId;
}

/** Creates functions that attempt the commands which change due campaigns themselves. */
export function createCrowdfundingCommands(options: CrowdfundingCommandsOptions) {
  const { handler, clock, ids, attemptCommand } = options;
  return {
    expireCrowdfunding: ({ id }: Crowdfunding): Promise<RoundOutcome> =>
      attemptCommand(id, () => {
        const context = createSettlementContext(clock, id, ids.next());
        const command = { type: 'ExpireCrowdfunding', crowdfundingId: id, at: context.occurredAt } as const;
        return handler.handle(crowdfundingDecider, id, command, context);
      }),

    /** Notifies the creator about the automatic refund. The stream records each announcement, so it is made only once. */
    announceExpiry: ({ id }: Crowdfunding): Promise<RoundOutcome> =>
      attemptCommand(deriveId(id, 1), () => {
        const context = createSettlementContext(clock, id, ids.next());
        const command = { type: 'AnnounceExpiry', crowdfundingId: id, at: context.occurredAt } as const;
        return handler.handle(crowdfundingDecider, id, command, context);
      }),

    /** Cancels a campaign. The event contains the staff member who ordered the cancellation, and their reason. */
    cancelAsOrdered: (cancellation: OrderedCancellation): Promise<RoundOutcome> => {
      const { id, eventId, correlationId, actor, reason } = cancellation;
      return attemptCommand(id, () => {
        const command = { type: 'CancelCrowdfundingOfBanned', crowdfundingId: id } as const;
        const context = createSettlementContext(clock, correlationId, ids.next());
        const cause = { causationId: eventId, actor, ...(reason && { reason }) };
        return handler.handle(crowdfundingDecider, id, command, { ...context, ...cause });
      });
    },
  };
}
