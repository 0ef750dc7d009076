import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/**
 * An operator reads sealed texts of the log in clear. The actor and the reason are in the event's metadata; `stream`
 * and `eventType` say how far the reading was narrowed, null where it was not.
 */
export type SealedTextsDisclosed = DomainEvent<
  'SealedTextsDisclosed',
  { readonly disclosureId: Uuid; readonly stream: string | null; readonly eventType: string | null }
>;

/** Definitions of the events of disclosures. */
export const disclosureEvents: EventDefinitions<SealedTextsDisclosed> = {
  SealedTextsDisclosed: { version: 1 },
};
