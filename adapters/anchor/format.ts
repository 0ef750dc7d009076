import { z } from 'zod';

/** The last event of a stream. */
export interface StreamHead {
  readonly stream: string;
  readonly revision: number;
  /**
   * Identifies the event. On PostgreSQL, its hash, which covers all earlier events of the stream; on EventStoreDB, its
   * id.
   */
  readonly proof: string;
}

/** First line of an anchor. */
export const anchorHeader = z.object({
  kindra: z.literal('anchor'),
  version: z.literal(1),
  createdAt: z.string(),
  log: z.enum(['postgres', 'eventstore']),
  position: z.number(),
});

/** Creation time, kind of log and head position of an anchor. */
export type AnchorHeader = z.infer<typeof anchorHeader>;

/** Line of an anchor that contains one stream head. */
export const anchorLine = z.object({ stream: z.string(), revision: z.number(), proof: z.string() });

/** Last line of an anchor: hash of all previous lines, and signature. */
export const anchorSeal = z.object({
  streams: z.number(),
  sha256: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});

/**
 * Returns the signed text. Its first line names the purpose, so that no other use of the key can produce it.
 */
export const formatSignedText = (sha256: string): string => `kindra anchor 1\n${sha256}`;

/** The anchor cannot be compared with the log. */
export class InvalidAnchor extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidAnchor';
  }
}
