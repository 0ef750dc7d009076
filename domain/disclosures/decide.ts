import { accept, type Decider, nothingToDo } from '../kernel/decider.ts';
import type { Uuid } from '../kernel/ids.ts';
import type { SealedTextsDisclosed } from './events.ts';

/** Records that an operator is about to read sealed texts in clear. */
export interface DiscloseSealedTexts {
  readonly type: 'DiscloseSealedTexts';
  readonly disclosureId: Uuid;
  readonly stream: string | null;
  readonly eventType: string | null;
}

/** Whether the disclosure has been recorded. */
export interface DisclosureState {
  readonly isRecorded: boolean;
}

/** Records each disclosure once, in a stream of its own. */
export const disclosureDecider: Decider<DisclosureState, DiscloseSealedTexts, SealedTextsDisclosed> = {
  category: 'disclosure',
  initial: { isRecorded: false },
  evolve: () => ({ isRecorded: true }),
  decide: ({ type: _, ...data }, { isRecorded }) =>
    isRecorded ? nothingToDo : accept({ type: 'SealedTextsDisclosed', data }),
};
