/** Returns a 300 × 200 pixel SVG that shows shapes in front of sky and hills. */
export const drawScene = (sky: string, ground: string, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200"><rect width="300" height="200" fill="${sky}"/><path d="M0 140q75-30 150-8t150-6v74H0Z" fill="${ground}"/>${shapes}</svg>`;

/** DPI at which drawings become 1,500 pixels wide. At 72 DPI they are 300 pixels wide. */
const DENSITY = 360;

/** Renders an SVG as a base64-encoded PNG. */
export async function renderPng(svg: string): Promise<string> {
  // Loaded on demand, because most commands do not need it.
  const { default: sharp } = await import('sharp');
  return (await sharp(Buffer.from(svg), { density: DENSITY }).png().toBuffer()).toString('base64');
}
