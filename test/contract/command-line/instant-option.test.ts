import { parseInstantOption } from '../../../workers/cli/instant-option.ts';

test.each([
  [undefined, undefined],
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00.000Z'],
])('parses %s as %s', (text, instant) => expect(parseInstantOption('--from', text)).toBe(instant));

test.each(['2026-02-30', '2026-13-01', '2027-02-29', '2026-04-31T10:00:00Z'])(
  'refuses %s, which is not a day',
  (text) =>
    expect(() => parseInstantOption('--from', text)).toThrow(
      `--from: the day ${text.slice(0, 10)} does not exist.`,
    ),
);

test.each(['tomorrow', '2026-11-21T25:00:00Z', '2026-11-21 10:00'])(
  'refuses %s, which is neither a day nor a time',
  (text) =>
    expect(() => parseInstantOption('--to', text)).toThrow('--to must be a day (2026-11-21) or a time'),
);
