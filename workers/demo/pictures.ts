import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { DemoSystem } from './acting.ts';

/** A drawing of 300 by 200, as SVG: shapes before hills and sky. */
export const drawing = (sky: string, ground: string, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200"><rect width="300" height="200" fill="${sky}"/><path d="M0 140q75-30 150-8t150-6v74H0Z" fill="${ground}"/>${shapes}</svg>`;

/** Sends a drawing as the picture of a campaign or an animal; resolves with the hash of what is kept. */
export async function sendPicture(
  { pictures, privateData }: DemoSystem,
  subjectId: Uuid,
  ownerId: AccountId,
  svg: string,
): Promise<string> {
  // Loaded here, since most commands of the command line never see a picture.
  const { default: sharp } = await import('sharp');
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return privateData.pictures.keep(subjectId, ownerId, await pictures.shrink(png.toString('base64')));
}
