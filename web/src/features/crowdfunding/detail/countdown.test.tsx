import '../../../testing/browser-gaps.ts';
import { jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { loadTexts } from '../../../i18n/index.ts';
import { Countdown } from './countdown.tsx';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

beforeAll(() => loadTexts('crowdfunding'));
beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const getShownTime = () => screen.getByRole('timer').textContent;
const advanceTime = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('counts down each second, in singular and plural, to zeros', () => {
  render(<Countdown endDate="2026-11-22T13:01:03.000Z" />);
  expect(getShownTime()).toBe('01day01hour01minute03seconds');
  advanceTime(1_000);
  expect(getShownTime()).toBe('01day01hour01minute02seconds');
  advanceTime(1_000);
  expect(getShownTime()).toBe('01day01hour01minute01second');
  advanceTime(2 * 86_400_000);
  expect(getShownTime()).toBe('00days00hours00minutes00seconds');
  advanceTime(5_000);
  expect(getShownTime()).toBe('00days00hours00minutes00seconds');
  expect(screen.queryByText('Finished')).toBeNull();
});

test('shows that it is finished without an end date', () => {
  render(<Countdown endDate={null} />);
  expect(screen.getByText('Finished')).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
});
