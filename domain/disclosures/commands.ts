import type { Uuid } from '../kernel/ids.ts';

/** Records that an operator is about to see encrypted texts. */
export interface DiscloseSealedTexts {
  readonly type: 'DiscloseSealedTexts';
  readonly disclosureId: Uuid;
  readonly stream: string | null;
  readonly eventType: string | null;
}
