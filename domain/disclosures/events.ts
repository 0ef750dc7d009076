import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/**
 * An operator decrypted texts in the log. The actor and the reason are in the event's metadata. `stream` and
 * `eventType` are the filters that the operator used; null means no filter.
 */
export type SealedTextsDisclosed = DomainEvent<
  'SealedTextsDisclosed',
  { readonly disclosureId: Uuid; readonly stream: string | null; readonly eventType: string | null }
>;

export const disclosureEvents: EventDefinitions<SealedTextsDisclosed> = {
  SealedTextsDisclosed: { version: 1 },
};
