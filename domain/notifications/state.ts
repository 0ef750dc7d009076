import { rejectUnknownEvent } from '../kernel/decider.ts';
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

export function evolve(state: NotificationState, event: NotificationEvent): NotificationState {
  switch (event.type) {
    case 'NotificationsRead':
      return { ...state, readUntil: event.data.until };
    case 'NotificationKindMuted':
      return { ...state, muted: [...state.muted, event.data.kind] };
    case 'NotificationKindUnmuted':
      return { ...state, muted: state.muted.filter((kind) => kind !== event.data.kind) };
    default:
      return rejectUnknownEvent(event);
  }
}
