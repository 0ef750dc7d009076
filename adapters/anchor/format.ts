import { z } from 'zod';

/** The last event of a stream. */
export interface StreamHead {
  readonly stream: string;
  readonly revision: number;
  /**
   * Identifies the event. On PostgreSQL, this is the event hash, which covers all earlier events of the
   * stream. On EventStoreDB, it is the event id.
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

/** Creation time, kind of log and head position in an anchor file. */
export type AnchorHeader = z.infer<typeof anchorHeader>;

/** Line of an anchor file. Each line contains one stream head. */
export const anchorLine = z.object({ stream: z.string(), revision: z.number(), proof: z.string() });

/** Last line of an anchor file. It contains the hash of all previous lines and the signature. */
export const anchorSeal = z.object({
  streams: z.number(),
  sha256: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});

/**
 * Returns the text that is signed. Its first line names the purpose, so that no other use of the key can
 * produce the same text.
 */
export const formatSignedText = (sha256: string): string => `kindra anchor 1\n${sha256}`;

/** Thrown when an anchor cannot be compared with the log. */
export class InvalidAnchor extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidAnchor';
  }
}
