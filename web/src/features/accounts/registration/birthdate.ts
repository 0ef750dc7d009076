const YOUNGEST = 18;
const OLDEST = 99;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** The same day some years earlier; 28 February in place of 29 February in common years. */
function yearsBefore(today: string, years: number): number {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const time = Date.UTC(year - years, month - 1, day);
  return new Date(time).getUTCDate() === day ? time : time - DAY_MS;
}

/** First and last birthdate of a person aged 18 to 99; dates are yyyy-mm-dd in UTC. */
export const birthdateBounds = (today: string): { readonly min: string; readonly max: string } => ({
  min: dayOf(yearsBefore(today, OLDEST + 1) + DAY_MS),
  max: dayOf(yearsBefore(today, YOUNGEST)),
});

/** Today in UTC, the time zone of the server's check. */
export const todayInUtc = (): string => dayOf(Date.now());
