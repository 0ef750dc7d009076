import '../testing/browser-gaps.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useScrollEdges } from './use-scroll-edges.ts';

afterEach(cleanup);

function List() {
  const { ref } = useScrollEdges<HTMLUListElement>();
  return <ul ref={ref} />;
}

test.each([
  ['content that fits', 300, 0, [false, false]],
  ['the start of longer content', 900, 0, [false, true]],
  ['the middle', 900, 200, [true, true]],
  ['the end', 900, 600, [true, false]],
] as const)('marks %s', (_, scrollWidth, scrollLeft, marks) => {
  render(<List />);
  const list = screen.getByRole('list');
  for (const [name, value] of Object.entries({ scrollWidth, scrollLeft, clientWidth: 300 }))
    Object.defineProperty(list, name, { value });
  fireEvent.scroll(list);
  expect([list.hasAttribute('data-before'), list.hasAttribute('data-after')]).toEqual(marks);
});
