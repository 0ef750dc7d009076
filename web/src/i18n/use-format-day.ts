import { useIsHydrated } from '../state/rendered-page.ts';
import { formatDate, formatDay } from './formats.ts';

/** Returns the date formatter, which uses UTC on the server and during hydration, then the local time zone. */
export const useFormatDay = (): ((instant: string) => string) => (useIsHydrated() ? formatDay : formatDate);
