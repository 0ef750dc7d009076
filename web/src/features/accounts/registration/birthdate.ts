const MIN_AGE = 18;
const MAX_AGE = 99;

const toIsoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** Returns the same date some years earlier. 29 February becomes 28 February in common years. */
function subtractYears(today: string, years: number): number {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const time = Date.UTC(year - years, month - 1, day);
  return new Date(time).getUTCDate() === day ? time : time - DAY_MS;
}

/** Returns the first and last allowed birthdates, for ages 18 to 99. Dates are yyyy-mm-dd in UTC. */
export const getBirthdateBounds = (today: string): { readonly min: string; readonly max: string } => ({
  min: toIsoDate(subtractYears(today, MAX_AGE + 1) + DAY_MS),
  max: toIsoDate(subtractYears(today, MIN_AGE)),
});

/** Returns today's date in UTC, which is the time zone that the server uses for the age check. */
export const getTodayUtc = (): string => toIsoDate(Date.now());
