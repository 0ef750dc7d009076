import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { FocalPoint } from '../../../../contract/rules/pictures.ts';
import { FocalPointField } from './focal-point-field.tsx';

const onChange = jest.fn();

function Field({ busy }: { readonly busy: boolean }) {
  const [focus, setFocus] = useState<FocalPoint>({ x: 0.5, y: 0.5 });
  const change = (point: FocalPoint) => {
    onChange(point);
    setFocus(point);
  };
  return <FocalPointField picture={{ dataUrl: 'data:,', focus }} busy={busy} onChange={change} />;
}

function renderField({ busy = false } = {}) {
  render(<Field busy={busy} />);
  const slider = screen.getByRole('slider', { name: 'Focal point' });
  slider.getBoundingClientRect = () => ({ left: 100, top: 50, width: 400, height: 200 }) as DOMRect;
  return slider;
}
const getText = (slider: HTMLElement) => slider.getAttribute('aria-valuetext');

beforeEach(() => onChange.mockClear());

test('arrow keys move the focal point within the image, and announce it', async () => {
  const slider = renderField();
  const user = userEvent.setup();
  expect(getText(slider)).toBe('50 % from the left, 50 % from the top');
  await user.tab();
  expect(document.activeElement).toBe(slider);
  await user.keyboard('{ArrowRight}{ArrowUp}');
  expect(getText(slider)).toBe('55 % from the left, 45 % from the top');
  await user.keyboard('{Shift>}{ArrowLeft}{ArrowDown}{/Shift}');
  expect([getText(slider), slider.getAttribute('aria-valuenow')]).toEqual([
    '54 % from the left, 46 % from the top',
    '54',
  ]);
  await user.keyboard('{ArrowLeft>15/}{ArrowDown>15/}');
  expect(getText(slider)).toBe('0 % from the left, 100 % from the top');
  expect(onChange).toHaveBeenLastCalledWith({ x: 0, y: 1 });
  await user.keyboard('a');
  expect(getText(slider)).toBe('0 % from the left, 100 % from the top');
});

test('the pointer moves the focal point, and a finger that scrolls does not', () => {
  const slider = renderField();
  fireEvent.click(slider, { clientX: 200, clientY: 200 });
  expect(onChange).toHaveBeenLastCalledWith({ x: 0.25, y: 0.75 });
  const move = (pointerType: string, buttons: number) =>
    fireEvent(
      slider,
      Object.assign(new MouseEvent('pointermove', { bubbles: true, clientX: 900, clientY: 0, buttons }), {
        pointerType,
      }),
    );
  move('touch', 1);
  move('mouse', 0);
  expect(onChange).toHaveBeenCalledTimes(1);
  move('mouse', 1);
  expect(onChange).toHaveBeenLastCalledWith({ x: 1, y: 0 });
});

test('nothing moves the focal point while the form is sent', async () => {
  const slider = renderField({ busy: true });
  slider.focus();
  await userEvent.setup().keyboard('{ArrowRight}');
  fireEvent.click(slider, { clientX: 200, clientY: 200 });
  expect(onChange).not.toHaveBeenCalled();
  expect([slider.getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', slider]);
});
