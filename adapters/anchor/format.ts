import { z } from 'zod';

/** The last event of a stream. */
export interface StreamHead {
  readonly stream: string;
  readonly revision: number;
  /**
   * What identifies the event: on PostgreSQL its hash, which covers all before it in the stream; on EventStoreDB, which
   * keeps no hashes, its id.
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

/** First line of an anchor: when it was written, of which kind of log, and where that ended. */
export type AnchorHeader = z.infer<typeof anchorHeader>;

/** A line between the first and the last. */
export const anchorLine = z.object({ stream: z.string(), revision: z.number(), proof: z.string() });

/** Last line of an anchor: what all lines before it hash to, and the signature. */
export const anchorSeal = z.object({
  streams: z.number(),
  sha256: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});

/** The text that is signed. The first line says what it is for, so that no other use of the key can produce it. */
export const signedText = (sha256: string): string => `kindra anchor 1\n${sha256}`;

/** The anchor cannot be compared with the log; its message says why. */
export class AnchorUnusable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AnchorUnusable';
  }
}
