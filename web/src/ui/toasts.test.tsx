import '../testing/browser-gaps.ts';
import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Toasts } from './toasts.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const show = () => {
  const closedIds: string[] = [];
  render(
    <Toasts
      toasts={[{ id: 't1', type: 'ok', message: 'Done.' }]}
      onClose={(id) => void closedIds.push(id)}
    />,
  );
  return closedIds;
};
const advanceTime = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('a message disappears after five seconds', () => {
  const closedIds = show();
  advanceTime(4_999);
  expect(closedIds).toEqual([]);
  advanceTime(1);
  expect(closedIds).toEqual(['t1']);
});

test('a message disappears when it is closed', () => {
  const closedIds = show();
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(closedIds).toEqual(['t1']);
});

test('a message under the pointer stays', () => {
  const closedIds = show();
  const toast = screen.getByText('Done.').parentElement as HTMLElement;
  fireEvent.mouseEnter(toast);
  advanceTime(20_000);
  expect(closedIds).toEqual([]);
  fireEvent.mouseLeave(toast);
  advanceTime(5_000);
  expect(closedIds).toEqual(['t1']);
});

test('closing a message by keyboard restores the focus', () => {
  render(<input aria-label="Message" />);
  show();
  const field = screen.getByLabelText('Message');
  field.focus();
  const button = screen.getByRole('button', { name: 'Close message' });
  act(() => button.focus());
  fireEvent.click(button);
  expect(document.activeElement).toBe(field);
});
