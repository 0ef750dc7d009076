/** Formats an instant for auditors, in UTC: '2026-11-21 09:30:00'. */
export const formatUtc = (instant: string): string => instant.slice(0, 19).replace('T', ' ');
