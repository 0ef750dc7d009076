/** An instant as auditors write it: '2026-11-21 09:30:00' of UTC. */
export const utcText = (instant: string): string => instant.slice(0, 19).replace('T', ' ');
