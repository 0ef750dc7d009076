import '../testing/browser-gaps.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ClampedField, parseClampedNumber } from './clamped-field.tsx';

afterEach(cleanup);

function Form({ onSend }: { readonly onSend: (value: number) => void }) {
  const [value, setValue] = useState(30);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(value);
      }}
    >
      <ClampedField label="Days" value={value} min={7} max={365} onChange={setValue} />
      <button type="submit" onMouseDown={(event) => event.preventDefault()}>
        Send
      </button>
    </form>
  );
}

const open = () => {
  const sentValues: number[] = [];
  render(<Form onSend={(value) => sentValues.push(value)} />);
  return { sent: sentValues, field: screen.getByLabelText('Days') as HTMLInputElement };
};

test.each(['Enter', 'the button'])('shows the clamped number before it is sent by %s', async (by) => {
  const { sent, field } = open();
  const send = () =>
    by === 'Enter'
      ? userEvent.type(field, '{Enter}', { skipClick: true })
      : userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await userEvent.clear(field);
  await userEvent.type(field, '3');
  await send();
  expect([field.value, sent]).toEqual(['7', []]);
  expect(screen.getByRole('alert').textContent).toBe('This was set to 7. Send again to continue.');
  expect(document.activeElement).toBe(field);
  await send();
  expect(sent).toEqual([7]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['120', 120],
  ['0120', 120],
  [' 45 ', 45],
])('sends a number in range at once, typed as %j', async (typed, number) => {
  const { sent, field } = open();
  await userEvent.clear(field);
  await userEvent.type(field, `${typed}{Enter}`);
  expect(sent).toEqual([number]);
});

test('shows the previous number when the field is emptied', async () => {
  const { sent, field } = open();
  await userEvent.clear(field);
  await userEvent.type(field, '{Enter}');
  expect([field.value, sent]).toEqual(['30', []]);
  expect(screen.getByRole('alert').textContent).toContain('30');
  await userEvent.type(field, '{Enter}');
  expect(sent).toEqual([30]);
});

test.each([
  ['9999', 10_000],
  ['10000', 10_000],
  ['250 000', 250_000],
  ['260,000', 260_000],
  ['260.000', 260_000],
  ['100000001', 100_000_000],
  ['99999999999999999999', 100_000_000],
  ['-5', 10_000],
  ['', 250_000],
  ['much', 250_000],
  ['1e6', 250_000],
  ['20000.7', 250_000],
])('clamps %p to %d', (text, number) => {
  expect(parseClampedNumber(text, 10_000, 100_000_000, 250_000)).toBe(number);
});
