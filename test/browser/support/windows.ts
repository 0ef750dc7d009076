/** Window sizes for a phone, a tablet and a desktop, in pixels. */
export const WINDOWS = {
  narrow: { width: 360, height: 760 },
  middle: { width: 1024, height: 800 },
  wide: { width: 1440, height: 900 },
} as const;
