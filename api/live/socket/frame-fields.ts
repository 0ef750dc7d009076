import { messageFrame } from '../../../contract/conversations.ts';

/** Fields of a frame, before they are validated. */
export type FrameFields = Readonly<Record<string, unknown>>;

/** Parses a frame. Returns null unless it is a JSON object. `frame` is null for a binary frame. */
export function parseFields(frame: string | null): FrameFields | null {
  try {
    const fields: unknown = JSON.parse(frame ?? '');
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as FrameFields;
  } catch {}
  return null;
}

/** Returns the `clientId` of a frame if it has a valid one. */
export const getClientId = (fields: FrameFields | null): string | undefined =>
  messageFrame.shape.clientId.safeParse(fields?.clientId).data ?? undefined;
