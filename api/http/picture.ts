import type { Context } from 'koa';
import type { Picture } from '../../domain/ports/pictures.ts';
import type { Missing } from '../contract/fields.ts';
import { missing } from './failure.ts';

/** For how long others may keep a picture that everybody may see, in seconds; after that they ask by its `ETag`. */
const SHARED_SECONDS = 300;

/** The answer when what is asked for has no picture, or not any more. */
const missingPicture: Missing = { code: 'PICTURE_NOT_FOUND', message: 'There is no image.' };

/**
 * Whether one of the tags that a client has is this one. Koa's own check gives way to `no-cache`, which is meant for
 * caches in between: what comes from here is never older than what is here.
 */
const hasAlready = (tags: string, hash: string): boolean =>
  tags.split(',').some((tag) => [`"${hash}"`, `W/"${hash}"`, '*'].includes(tag.trim()));

/**
 * Answers with the picture that an event told of, or with 304 when the client has it already.
 * @param everybody whether caches between the server and the viewer may keep it
 * @throws ApiFailure 404 when it has been erased or is not the one that the event told of
 */
export function answerPicture(
  http: Context,
  picture: Picture | null,
  hash: string,
  everybody: boolean,
): undefined {
  if (picture?.hash !== hash) throw missing(missingPicture);
  http.set('Cache-Control', everybody ? `public, max-age=${SHARED_SECONDS}` : 'private, no-cache');
  http.vary('Authorization');
  http.etag = hash;
  http.status = 200;
  if (hasAlready(http.get('If-None-Match'), hash)) {
    http.status = 304;
    return;
  }
  http.type = 'image/jpeg';
  http.body = Buffer.from(picture.jpeg);
}
