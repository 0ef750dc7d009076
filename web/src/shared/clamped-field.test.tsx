import '../testing/browser-gaps.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ClampedField } from './clamped-field.tsx';

afterEach(cleanup);

const clamp = (text: string, before: number): number =>
  text === '' ? before : Math.min(365, Math.max(7, Number.parseInt(text.replace(/\D/g, ''), 10)));

function Form({ onSend }: { readonly onSend: (value: number) => void }) {
  const [value, setValue] = useState(30);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(value);
      }}
    >
      <ClampedField label="Days" value={value} clamp={clamp} onChange={setValue} />
      <button type="submit" onMouseDown={(event) => event.preventDefault()}>
        Send
      </button>
    </form>
  );
}

const open = () => {
  const sent: number[] = [];
  render(<Form onSend={(value) => sent.push(value)} />);
  return { sent, field: screen.getByLabelText('Days') as HTMLInputElement };
};

test.each(['Enter', 'the button'])(
  'what a number has become is shown before it is sent by %s',
  async (by) => {
    const { sent, field } = open();
    const send = () =>
      by === 'Enter'
        ? userEvent.type(field, '{Enter}', { skipClick: true })
        : userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.clear(field);
    await userEvent.type(field, '3');
    await send();
    expect([field.value, sent]).toEqual(['7', []]);
    await send();
    expect(sent).toEqual([7]);
  },
);

test('a number within the limits is sent at once, however it is grouped', async () => {
  const { sent, field } = open();
  await userEvent.clear(field);
  await userEvent.type(field, '12 0{Enter}');
  expect(sent).toEqual([120]);
});
