import { abbreviateNumber, formatDateTime, relativeTime } from './text.ts';
import { useNow } from './use-now.ts';

/** How long ago an instant was ('5 minutes ago'); the exact time is in the tooltip. It keeps itself up to date. */
export function RelativeTime({ instant }: { readonly instant: string }) {
  const now = useNow();
  return (
    <time dateTime={instant} title={formatDateTime(instant)}>
      {relativeTime(Date.parse(instant), now)}
    </time>
  );
}

const wholeNumber = new Intl.NumberFormat('en');

/** A count in short ('1.23K'); the exact one is in the tooltip. */
export function AbbreviatedNumber({ value }: { readonly value: number }) {
  const short = abbreviateNumber(value);
  return <span title={short === String(value) ? undefined : wholeNumber.format(value)}>{short}</span>;
}
