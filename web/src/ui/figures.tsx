import { abbreviateNumber, formatDateTime, formatNumber, relativeTime, useLanguage } from '../i18n/index.ts';
import { useNow } from './use-now.ts';

/** How long ago an instant was ('5 minutes ago'); the exact time is in the tooltip. It keeps itself up to date. */
export function RelativeTime({ instant }: { readonly instant: string }) {
  const now = useNow();
  useLanguage();
  return (
    <time dateTime={instant} title={formatDateTime(instant)}>
      {relativeTime(Date.parse(instant), now)}
    </time>
  );
}

/** A count in short ('1.23K'); the exact one is in the tooltip. */
export function AbbreviatedNumber({ value }: { readonly value: number }) {
  useLanguage();
  const short = abbreviateNumber(value);
  return <span title={short === String(value) ? undefined : formatNumber(value)}>{short}</span>;
}
