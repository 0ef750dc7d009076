import type { Town } from '../kernel/town.ts';

/** Towns of the world, from a list included in the release. */
export interface Towns {
  /** Searches words of names by prefix, without case and accents. Exact matches and large towns come first. */
  readonly search: (text: string, limit: number) => Promise<readonly Town[]>;
  readonly find: (id: number) => Promise<Town | null>;
}
