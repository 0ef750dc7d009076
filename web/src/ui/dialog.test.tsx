import '../testing/browser-gaps.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

const BOX = { left: 100, right: 300, top: 100, bottom: 200 } as DOMRect;
const inside = { clientX: 110, clientY: 110 };
const outside = { clientX: 20, clientY: 150 };

function open() {
  let closed = 0;
  render(
    <Dialog open title="Why?" onClose={() => closed++}>
      <p>Words</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Why?' });
  dialog.getBoundingClientRect = () => BOX;
  return { dialog, closed: () => closed };
}

test('a click on the ground behind it closes a dialog', () => {
  const { dialog, closed } = open();
  fireEvent.mouseDown(dialog, outside);
  fireEvent.click(dialog, outside);
  expect(closed()).toBe(1);
});

test.each([
  ['within its edge', inside, inside],
  ['that began inside, as when a text is selected', inside, outside],
  ['that began outside', outside, inside],
])('a click %s does not', (_, from, to) => {
  const { dialog, closed } = open();
  fireEvent.mouseDown(from === inside ? screen.getByText('Words') : dialog, from);
  fireEvent.click(dialog, to);
  expect(closed()).toBe(0);
});
