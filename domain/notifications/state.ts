import type { Position } from '../kernel/event.ts';
import type { NotificationEvent } from './events.ts';
import type { NotificationKind } from './rules.ts';

/** What an account has seen, and what it does not want to be told of. */
export interface NotificationState {
  readonly readUntil: Position;
  /** In the order in which they were muted. */
  readonly muted: readonly NotificationKind[];
}

export const nothingRead: NotificationState = { readUntil: 0, muted: [] };

export function evolve(state: NotificationState, { type, data }: NotificationEvent): NotificationState {
  switch (type) {
    case 'NotificationsRead':
      return { ...state, readUntil: data.until };
    case 'NotificationKindMuted':
      return { ...state, muted: [...state.muted, data.kind] };
    case 'NotificationKindUnmuted':
      return { ...state, muted: state.muted.filter((kind) => kind !== data.kind) };
  }
}
