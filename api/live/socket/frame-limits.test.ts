import { createFrameLimiter } from './frame-limits.ts';

describe('the frame limit of an account', () => {
  let time: number;
  let isFrameAllowed: ReturnType<typeof createFrameLimiter>;
  beforeEach(() => {
    time = 1_000;
    isFrameAllowed = createFrameLimiter(() => time);
  });

  /** Sends frames at the current time and returns how many are allowed. */
  const countAllowed = (sentCount: number, account = 'ana'): number =>
    Array.from({ length: sentCount }, () => isFrameAllowed(account)).filter(Boolean).length;

  test('allows a burst of 100 frames, then 20 per second', () => {
    expect(countAllowed(110)).toBe(100);
    time += 49;
    expect(countAllowed(1)).toBe(0);
    time += 1;
    expect(countAllowed(2)).toBe(1);
    time += 1_000;
    expect(countAllowed(30)).toBe(20);
  });

  test('allows another burst of 100 frames 5 s after a burst', () => {
    countAllowed(100);
    time += 4_950;
    expect(countAllowed(110)).toBe(99);
    time += 5_000;
    expect(countAllowed(110)).toBe(100);
    time += 3_600_000;
    expect(countAllowed(110)).toBe(100);
  });

  test('allows 20 frames per second without a pause', () => {
    countAllowed(100);
    for (let n = 0; n < 200; n += 1) {
      time += 50;
      expect(countAllowed(1)).toBe(1);
    }
  });

  test('does not apply to other accounts', () => {
    countAllowed(100);
    expect(countAllowed(110, 'ben')).toBe(100);
    time += 1_000;
    expect(countAllowed(30)).toBe(20);
  });

  test('is not lifted when the clock is set back', () => {
    countAllowed(100);
    time -= 60_000;
    expect(countAllowed(1)).toBe(0);
    time += 1_000;
    expect(countAllowed(30)).toBe(20);
  });
});
