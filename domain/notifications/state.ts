import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { Position } from '../kernel/event.ts';
import type { NotificationEvent } from './events.ts';

/** Read position and muted kinds of an account. */
export interface NotificationState {
  readonly readUntil: Position;
  /** In the order in which they were muted. */
  readonly muted: readonly string[];
}

export const INITIAL_NOTIFICATIONS: NotificationState = { readUntil: 0, muted: [] };

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
