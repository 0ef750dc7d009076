import type { Town } from '../kernel/town.ts';

/** Towns of the world, from a list included in the release. */
export interface Towns {
  /**
   * Returns towns whose name contains a word that starts with the given text, ignoring case and accents. Exact
   * matches come first, then towns with the most inhabitants.
   */
  readonly search: (text: string, limit: number) => Promise<readonly Town[]>;
  readonly find: (id: number) => Promise<Town | null>;
}
