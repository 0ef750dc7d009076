import { accept, type Decider, noEvents, rejectUnknownEvent } from '../kernel/decider.ts';
import type { DiscloseSealedTexts } from './commands.ts';
import type { SealedTextsDisclosed } from './events.ts';

/** Whether the disclosure has been recorded. */
interface DisclosureState {
  readonly isRecorded: boolean;
}

/** Decider for disclosures. Each disclosure has its own stream and is recorded once. */
export const disclosureDecider: Decider<DisclosureState, DiscloseSealedTexts, SealedTextsDisclosed> = {
  category: 'disclosure',
  initial: { isRecorded: false },
  evolve: (_state, event) =>
    event.type === 'SealedTextsDisclosed' ? { isRecorded: true } : rejectUnknownEvent(event as never),
  decide: ({ disclosureId, stream, eventType }, { isRecorded }) =>
    isRecorded
      ? noEvents
      : accept({ type: 'SealedTextsDisclosed', data: { disclosureId, stream, eventType } }),
};
