import type { Day, PostId, Uuid } from '../kernel/ids.ts';

/** A view of a post. */
export interface View {
  readonly postId: PostId;
  /** Pseudonymous viewer id. */
  readonly viewer: Uint8Array;
}

/** Counted views that are not in the log yet. */
export interface ViewBatch {
  readonly id: Uuid;
  readonly day: Day;
  readonly views: readonly { readonly postId: PostId; readonly count: number }[];
}

/** Counts views of posts, and stores each batch until its event is in the log. */
export interface ViewCounts {
  /**
   * Counts views that are the viewer's first view of the post on this day. Returns null if there are none. The batch is
   * stored until it is done.
   */
  readonly count: (id: Uuid, day: Day, views: readonly View[]) => Promise<ViewBatch | null>;
  /** Returns stored batches, oldest first. */
  readonly listPending: (limit: number) => Promise<readonly ViewBatch[]>;
  readonly markDone: (id: Uuid) => Promise<void>;
  /** Deletes the viewer ids from days before `day`. */
  readonly deleteBefore: (day: Day) => Promise<void>;
}
