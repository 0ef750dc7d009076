import {
  abbreviateNumber,
  formatDateTime,
  formatNumber,
  formatRelativeTime,
  useLanguage,
} from '../i18n/index.ts';
import { useIsHydrated } from '../state/rendered-page.ts';
import { useNow } from './use-now.ts';

/** Time since an instant ('5 minutes ago'), with the exact time as tooltip. Updates automatically. */
export function RelativeTime({ instant }: { readonly instant: string }) {
  const now = useNow();
  const isHydrated = useIsHydrated();
  useLanguage();
  return (
    <time dateTime={instant} title={isHydrated ? formatDateTime(instant) : undefined}>
      {formatRelativeTime(Date.parse(instant), now)}
    </time>
  );
}

/** An abbreviated count ('1.23K'), with the exact count as tooltip. */
export function AbbreviatedNumber({ value }: { readonly value: number }) {
  useLanguage();
  const short = abbreviateNumber(value);
  return <span title={short === String(value) ? undefined : formatNumber(value)}>{short}</span>;
}
