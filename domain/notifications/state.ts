import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { Position } from '../kernel/event.ts';
import type { NotificationEvent } from './events.ts';

/** An account's read position and muted kinds. */
export interface NotificationState {
  readonly readUntil: Position;
  /** Muted kinds, in the order in which they were muted. */
  readonly muted: readonly string[];
}

export const INITIAL_NOTIFICATIONS: NotificationState = { readUntil: 0, muted: [] };

/**
 * Applies an event to an account's read position and muted kinds.
 * @throws UnknownEvent for an event type from a newer code version
 */
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
