import { accept, type Decider, type Decision, noEvents } from '../kernel/decider.ts';
import type { NotificationCommand } from './commands.ts';
import type { NotificationEvent } from './events.ts';
import { evolve, INITIAL_NOTIFICATIONS, type NotificationState } from './state.ts';

function decide(
  command: NotificationCommand,
  { readUntil, muted }: NotificationState,
): Decision<NotificationEvent> {
  const { accountId } = command;
  if (command.type === 'ReadNotifications')
    return command.until > readUntil
      ? accept({ type: 'NotificationsRead', data: { accountId, until: command.until } })
      : noEvents;
  if (muted.includes(command.kind) === command.muted) return noEvents;
  const data = { accountId, kind: command.kind };
  return accept({ type: command.muted ? 'NotificationKindMuted' : 'NotificationKindUnmuted', data });
}

/** Decider for an account's read position and muted kinds. Notifications themselves are effects of other events. */
export const notificationDecider: Decider<NotificationState, NotificationCommand, NotificationEvent> = {
  category: 'notifications',
  initial: INITIAL_NOTIFICATIONS,
  evolve,
  decide,
};
