import type { Town } from '../kernel/town.ts';

/** Towns of the world, as a list that is part of the release. */
export interface Towns {
  /**
   * Returns towns with a name that contains a word starting with the text, without regard to case and accents. Towns
   * with exactly this name come first, then those with the most inhabitants.
   */
  readonly search: (text: string, limit: number) => Promise<readonly Town[]>;
  readonly find: (id: number) => Promise<Town | null>;
}
