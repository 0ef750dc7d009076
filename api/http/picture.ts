import type { Context } from 'koa';
import { pictureNotFound } from '../../contract/problems.ts';
import type { Picture } from '../../domain/ports/pictures.ts';
import { createNotFoundFailure } from './failure.ts';

/** Time that shared caches may keep a public picture, in seconds. After that they revalidate it by `ETag`. */
const SHARED_MAX_AGE_SECONDS = 300;

/**
 * Returns whether `If-None-Match` contains the hash. Koa's own check never matches requests with `no-cache`,
 * although that directive only concerns caches between the client and this server.
 */
const matchesTag = (tags: string, hash: string): boolean =>
  tags.split(',').some((tag) => [`"${hash}"`, `W/"${hash}"`, '*'].includes(tag.trim()));

/**
 * Responds with a picture, or with 304 when the client has it in its cache.
 * @param hash hash of the picture in the event
 * @param isPublic whether shared caches may store it
 * @throws ApiFailure 404 when the picture has been erased or its hash differs from the event's
 */
export function sendPicture(
  http: Context,
  picture: Picture | null,
  hash: string,
  isPublic: boolean,
): undefined {
  if (picture?.hash !== hash) throw createNotFoundFailure(pictureNotFound);
  http.set('Cache-Control', isPublic ? `public, max-age=${SHARED_MAX_AGE_SECONDS}` : 'private, no-cache');
  http.vary('Authorization');
  http.etag = hash;
  http.status = 200;
  if (matchesTag(http.get('If-None-Match'), hash)) {
    http.status = 304;
    return;
  }
  http.type = 'image/jpeg';
  http.body = Buffer.from(picture.jpeg);
}
