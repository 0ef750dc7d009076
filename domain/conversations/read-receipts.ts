import { accept, type Decider, noEvents, rejectUnknownEvent } from '../kernel/decider.ts';
import type { SwitchReadReceipts } from './commands.ts';
import type { ReadReceiptsEvent } from './events.ts';

/** Whether an account sends and sees read receipts. */
interface ReadReceiptsState {
  readonly enabled: boolean;
}

function evolve(_: ReadReceiptsState, event: ReadReceiptsEvent): ReadReceiptsState {
  switch (event.type) {
    case 'ReadReceiptsEnabled':
      return { enabled: true };
    case 'ReadReceiptsDisabled':
      return { enabled: false };
    default:
      return rejectUnknownEvent(event);
  }
}

/** Decider for an account's read receipts. They are on by default. */
export const readReceiptsDecider: Decider<ReadReceiptsState, SwitchReadReceipts, ReadReceiptsEvent> = {
  category: 'read-receipts',
  initial: { enabled: true },
  evolve,
  decide: ({ accountId, enabled }, state) =>
    enabled === state.enabled
      ? noEvents
      : accept({ type: enabled ? 'ReadReceiptsEnabled' : 'ReadReceiptsDisabled', data: { accountId } }),
};
