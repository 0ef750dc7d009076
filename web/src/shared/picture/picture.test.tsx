import { fireEvent, render } from '@testing-library/react';
import { createAnimalPicture } from '../../api/picture-source.ts';
import { Picture } from './picture.tsx';

const ID = '01890000-0000-7000-8000-00000000a001';
const PATH = `/api/adopt/${ID}/image`;
const HASH = '0123456789abcdef';

const renderPicture = (props: Parameters<typeof Picture>[0]) => {
  const { container } = render(<Picture {...props} />);
  return {
    image: container.querySelector('img'),
    source: container.querySelector('source'),
    container,
  };
};

test('offers all variants in a frame of a known width', () => {
  const image = { hash: HASH, width: 1600, height: 1200, focus: { x: 0.25, y: 0.8 } };
  const { image: shown, source } = renderPicture({
    picture: createAnimalPicture({ id: ID, image }),
    sizes: '100vw',
  });
  expect(source?.getAttribute('type')).toBe('image/webp');
  expect(source?.getAttribute('srcset')).toBe(
    `${PATH}?hash=${HASH}&size=800&type=webp 800w, ${PATH}?hash=${HASH}&size=1600&type=webp 1600w`,
  );
  expect(shown?.getAttribute('srcset')).toBe(
    `${PATH}?hash=${HASH} 300w, ${PATH}?hash=${HASH}&size=800&type=jpeg 800w, ${PATH}?hash=${HASH}&size=1600&type=jpeg 1600w`,
  );
  expect([source?.getAttribute('sizes'), shown?.getAttribute('sizes')]).toEqual(['100vw', '100vw']);
  expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['1600', '1200']);
  expect(shown?.style.objectPosition).toBe('25% 80%');
});

test.each([
  [1200, 900, ['800w', '1200w']],
  [900, 1200, ['600w', '900w']],
  [600, 400, ['600w']],
])('names the widths of the variants of a picture of %i × %i pixels', (width, height, widths) => {
  const picture = createAnimalPicture({ id: ID, image: { hash: HASH, width, height } });
  const { source } = renderPicture({ picture, sizes: '100vw' });
  const srcSet = source?.getAttribute('srcset') ?? '';
  expect(srcSet.split(', ').map((candidate) => candidate.split(' ')[1])).toEqual(widths);
});

test.each([
  ['in a small frame', { hash: HASH, width: 1600, height: 1200 }, undefined],
  ['of a picture without variants', { hash: HASH }, '100vw'],
  ['of a picture of 300 pixels', { hash: HASH, width: 300, height: 200 }, '100vw'],
])('loads 300 pixels %s', (_, image, sizes) => {
  const picture = createAnimalPicture({ id: ID, image });
  const { image: shown, source } = renderPicture({ picture, ...(sizes && { sizes }) });
  expect([source, shown?.getAttribute('srcset')]).toEqual([null, null]);
  expect(shown?.getAttribute('src')).toBe(`${PATH}?hash=${HASH}`);
  expect(shown?.style.objectPosition).toBe('');
});

test('names no variants and no size of a picture that was stored before the larger variants', () => {
  const { image, source } = renderPicture({
    picture: createAnimalPicture({ id: ID, image: { hash: HASH } }),
    sizes: '100vw',
  });
  for (const name of ['srcset', 'sizes', 'width', 'height']) expect(image?.getAttribute(name)).toBeNull();
  expect(source).toBeNull();
});

test('shows a symbol in place of a picture that cannot be loaded', () => {
  const { image, container } = renderPicture({ picture: { src: '/missing' } });
  fireEvent.error(image as HTMLImageElement);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
});
