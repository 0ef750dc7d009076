import type { SentQueryOf } from '../../../contract/call.ts';
import type { getCrowdfundingImage } from '../../../contract/crowdfunding.ts';
import { adoptionEndpoints } from '../../../contract/endpoints/adoption.ts';
import type { crowdfundingEndpoints } from '../../../contract/endpoints/crowdfunding.ts';
import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import type { Image } from '../../../contract/fields.ts';
import {
  type FocalPoint,
  listVariantSizes,
  PICTURE_SIDE_PIXELS,
  type VariantType,
} from '../../../contract/rules/pictures.ts';
import { createPath } from './endpoints.ts';

/** Size of pictures that are fetched with a token: their longer side in pixels. */
export const RESTRICTED_SIZE = '800';

/** URLs and properties of a picture. */
export interface PictureSource {
  /** URL of the variant of at most 300 pixels, or a data URL. */
  readonly src: string;
  /** Width and height of the largest variant, in pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Point that stays visible when the picture is cropped; the centre if undefined. */
  readonly focus?: FocalPoint | undefined;
  /** `srcset` values by MIME type, if there are larger variants. */
  readonly srcSets?: Readonly<Record<VariantType, string>>;
}

type PictureEndpoint =
  | typeof crowdfundingEndpoints.getCrowdfundingImage
  | typeof postsEndpoints.getUpdatePicture
  | typeof adoptionEndpoints.getAnimalImage;

type PictureQuery = NonNullable<SentQueryOf<typeof getCrowdfundingImage>>;

/** Creates the URLs of a public picture. Without `image`, only the 300-pixel variant is known. */
export function createPictureSource(
  endpoint: PictureEndpoint,
  id: string,
  image: Image | undefined,
): PictureSource {
  const getPath = (query: PictureQuery = {}) => createPath(endpoint, { id, hash: image?.hash, ...query });
  const { width, height, focus } = image ?? {};
  const source = { src: getPath(), width, height, focus };
  if (width === undefined || height === undefined) return source;
  const getWidth = (size: number) => Math.round(width * Math.min(1, size / Math.max(width, height)));
  const listVariants = (type: VariantType) =>
    listVariantSizes({ width, height }).map(
      (size) => `${getPath({ size: `${size}`, type })} ${getWidth(size)}w`,
    );
  const webp = listVariants('webp');
  if (webp.length === 0) return source;
  const jpeg = [`${source.src} ${getWidth(PICTURE_SIDE_PIXELS)}w`, ...listVariants('jpeg')];
  return { ...source, srcSets: { webp: webp.join(', '), jpeg: jpeg.join(', ') } };
}

interface Subject {
  readonly id: string;
  readonly image?: Image | undefined;
}

/** Creates the URLs of the picture in a campaign update. */
export const createUpdatePicture = ({ id, image }: Subject): PictureSource =>
  createPictureSource(postsEndpoints.getUpdatePicture, id, image);

/** Creates the URLs of an animal's public picture. */
export const createAnimalPicture = ({ id, image }: Subject): PictureSource =>
  createPictureSource(adoptionEndpoints.getAnimalImage, id, image);
