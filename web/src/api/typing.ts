/** Time for which a profile counts as typing after a signal, in milliseconds. Signals repeat at shorter intervals. */
const TYPING_MS = 6_000;
/** Minimum time between two signals to the same profile, in milliseconds. */
const MIN_INTERVAL_MS = 3_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
let sendFrame: (frame: object) => boolean = () => false;
let lastSignal = { receiverId: '', at: 0 };

function notify(): void {
  for (const listener of listeners) listener();
}

/** Profiles that are typing a message to the current user, as a store for `useSyncExternalStore`. */
export const typingStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  has: (profileId: string): boolean => timers.has(profileId),
};

/** Records a typing signal from a profile. */
export function startTyping(profileId: string): void {
  clearTimeout(timers.get(profileId));
  timers.set(
    profileId,
    setTimeout(() => stopTyping(profileId), TYPING_MS),
  );
  notify();
}

/** Removes a profile, because its message has arrived or its last signal has expired. */
export function stopTyping(profileId: string): void {
  clearTimeout(timers.get(profileId));
  if (timers.delete(profileId)) notify();
}

/** Signals to a profile that the current user is typing, at most once every three seconds. */
export function signalTyping(receiverId: string): void {
  const now = Date.now();
  if (lastSignal.receiverId === receiverId && now - lastSignal.at < MIN_INTERVAL_MS) return;
  if (sendFrame({ typing: receiverId })) lastSignal = { receiverId, at: now };
}

/** Allows the next signal to the receiver immediately, because a sent message ends the previous signal. */
export function resetSignal(): void {
  lastSignal = { receiverId: '', at: 0 };
}

/** Connects typing signals to a socket. Returns a function that disconnects them and clears the typing profiles. */
export function connectTyping(send: (frame: object) => boolean): () => void {
  sendFrame = send;
  return () => {
    sendFrame = () => false;
    resetSignal();
    for (const profileId of [...timers.keys()]) stopTyping(profileId);
  };
}
