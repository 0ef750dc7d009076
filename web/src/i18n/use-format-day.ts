import { useIsHydrated } from '../state/rendered-page.ts';
import { formatDate, formatDay } from './formats.ts';

/** Returns the format of days: in UTC on the server, then in the reader's time zone. */
export const useFormatDay = (): ((instant: string) => string) => (useIsHydrated() ? formatDay : formatDate);
