import type { CommandContext, Handler } from '../../domain/handle.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { type SettlementCommand, settlementDue } from '../../domain/settlement/settlement.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { noRows, remembered, type SettlementRows } from '../support/settlement-rows.ts';

/** The settlement as a worker runs it. Its rows and its checkpoint are committed together. */
export interface Settlement {
  /** Goes so many steps on; a step reads, folds, commits, or carries out one command. */
  readonly run: (steps: number) => Promise<void>;
  /** Dies between two steps: what was not committed is lost. */
  readonly kill: () => void;
  /** Is started anew and goes on until nothing is left to do. */
  readonly finish: () => Promise<void>;
}

/** A settlement in memory, which can be killed between any two of its steps. */
export function createSettlement(log: EventLog, handler: Handler, context: () => CommandContext): Settlement {
  let committed: { readonly rows: SettlementRows; readonly checkpoint: number } = {
    rows: noRows,
    checkpoint: 0,
  };
  let running: AsyncGenerator<undefined, void> | null = null;

  async function carryOut({ commandId, command }: SettlementCommand): Promise<void> {
    const handled = await handler.handle(walletDecider, command.accountId, command, {
      ...context(),
      commandId,
    });
    expect(handled).toMatchObject({ accepted: true });
  }

  async function* work(): AsyncGenerator<undefined, void> {
    for (;;) {
      const events = await log.readAll({ after: committed.checkpoint, limit: 5 });
      yield;
      const rows = remembered(events, committed.rows);
      const checkpoint = events.at(-1)?.position ?? committed.checkpoint;
      yield;
      committed = { rows, checkpoint };
      yield;
      const held = [...rows.donations.values()];
      const due = [...rows.campaigns.values()].flatMap((campaign) =>
        settlementDue(
          campaign,
          held.filter(({ crowdfunding }) => crowdfunding === campaign.id),
        ),
      );
      if (events.length === 0 && due.length === 0) return;
      for (const command of due) {
        await carryOut(command);
        yield;
      }
    }
  }

  return {
    run: async (steps) => {
      for (let step = 0; step < steps; step += 1) {
        running ??= work();
        if ((await running.next()).done) running = null;
      }
    },
    kill: () => {
      running = null;
    },
    finish: async () => {
      running = null;
      for await (const _ of work());
    },
  };
}
