import { people } from './people.ts';
import { drawAnimal, drawPerson } from './portraits.ts';

test.each([
  ['person', drawPerson],
  ['animal', drawAnimal],
])('draws a %s in the same way for the same handle, and others for others', (_, draw) => {
  expect(draw('amalia')).toBe(draw('amalia'));
  const drawings = new Set(people.map(({ username }) => draw(username)));
  expect(drawings.size).toBeGreaterThan(people.length / 2);
});
