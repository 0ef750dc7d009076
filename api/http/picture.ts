import type { Context } from 'koa';
import type { QueryOf } from '../../contract/call.ts';
import type { getCrowdfundingImage } from '../../contract/crowdfunding.ts';
import { pictureNotFound } from '../../contract/problems.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import { getUrlHash, type PictureReference } from '../../domain/kernel/picture.ts';
import type { PictureStore } from '../../domain/ports/picture-store.ts';
import { createNotFoundFailure } from './failure.ts';

/** For public pictures in shared caches, which then revalidate them by `ETag`. */
const SHARED_MAX_AGE_SECONDS = 300;
/** For public pictures whose URL contains their content hash. */
const YEAR_SECONDS = 31_536_000;

/**
 * Koa's own check never matches requests with `no-cache`, although that directive only concerns caches between the
 * client and this server.
 */
const matchesEtag = (ifNoneMatch: string, hash: string): boolean =>
  ifNoneMatch.split(',').some((tag) => [`"${hash}"`, `W/"${hash}"`, '*'].includes(tag.trim()));

interface PictureRequest {
  readonly subjectId: Uuid;
  /** Null if there is no picture. */
  readonly reference: PictureReference | null;
  readonly query: QueryOf<typeof getCrowdfundingImage>;
  /** Whether shared caches are allowed to store the picture. */
  readonly isPublic: boolean;
}

interface LoadedPicture {
  readonly etag: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Loads the requested variant, or the small JPEG if it is missing. Returns null if the stored picture does not match
 * the event.
 */
async function loadPicture(
  store: PictureStore,
  { subjectId, reference, query: { size, type = 'jpeg' } }: PictureRequest,
): Promise<LoadedPicture | null> {
  const variant = size && reference?.image ? await store.findVariant(subjectId, size, type) : null;
  if (variant && variant.hash === reference?.image?.hash)
    return {
      etag: `${variant.hash}-${variant.size}-${variant.type}`,
      type: `image/${variant.type}`,
      bytes: variant.bytes,
    };
  const picture = reference && (await store.find(subjectId));
  return picture && picture.hash === reference.imageHash
    ? { etag: picture.hash, type: 'image/jpeg', bytes: picture.jpeg }
    : null;
}

function createCacheControl({ reference, query, isPublic }: PictureRequest): string {
  if (!isPublic) return 'private, no-cache';
  return reference && query.hash === getUrlHash(reference)
    ? `public, max-age=${YEAR_SECONDS}, immutable`
    : `public, max-age=${SHARED_MAX_AGE_SECONDS}`;
}

/**
 * Sends a picture, or 304 when the client has cached it. The route has checked that the caller is allowed to
 * see it.
 * @throws ApiFailure 404 when the picture has been erased or its hash does not match the event
 */
export async function sendPicture(
  http: Context,
  store: PictureStore,
  request: PictureRequest,
): Promise<undefined> {
  const picture = await loadPicture(store, request);
  if (!picture) throw createNotFoundFailure(pictureNotFound);
  http.set('Cache-Control', createCacheControl(request));
  http.vary('Authorization');
  http.etag = picture.etag;
  http.status = 200;
  if (matchesEtag(http.get('If-None-Match'), picture.etag)) {
    http.status = 304;
    return;
  }
  http.type = picture.type;
  http.body = Buffer.from(picture.bytes);
}
