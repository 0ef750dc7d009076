import { LRUCache } from 'lru-cache';
import { canSeeCrowdfunding } from '../../application/crowdfunding.ts';
import type { Image } from '../../contract/fields.ts';
import { pictureNotFound } from '../../contract/problems.ts';
import { getSharePicture, type ShareKind } from '../../contract/sharing.ts';
import { isUuid, type Uuid } from '../../domain/kernel/ids.ts';
import { CENTER } from '../../domain/kernel/picture.ts';
import { VARIANT_SIZES } from '../../domain/pictures/rules.ts';
import { findProfileById } from '../../projections/accounts/profiles/query.ts';
import { findAnimalById } from '../../projections/adoption/animals/query.ts';
import { findCrowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { findPostById } from '../../projections/posts/posts/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { getPicturePath } from './head.ts';
import {
  describeAnimal,
  describeCrowdfunding,
  describePage,
  describePost,
  describeProfile,
  getPictureVersion,
  type ShareSubject,
} from './subject.ts';

const MAX_CACHE_BYTES = 8_000_000;
const [, LARGEST_SIZE] = VARIANT_SIZES;
const YEAR_SECONDS = 31_536_000;

type SubjectFinder = (db: Queryable, id: Uuid) => Promise<ShareSubject | null>;

/** Subjects contain only data that visitors can see. */
const SUBJECT_FINDERS: Readonly<Record<Exclude<ShareKind, 'site'>, SubjectFinder>> = {
  post: async (db, id) => {
    const post = await findPostById(db, null, id);
    return post && describePost(post);
  },
  profile: async (db, id) => {
    const profile = await findProfileById(db, null, id);
    return profile && describeProfile(profile);
  },
  crowdfunding: async (db, id) => {
    const crowdfunding = await findCrowdfundingById(db, null, id);
    return crowdfunding && canSeeCrowdfunding(null, crowdfunding) ? describeCrowdfunding(crowdfunding) : null;
  },
  animal: async (db, id) => {
    const animal = await findAnimalById(db, null, id);
    return animal && describeAnimal(animal.post);
  },
};

async function findSubject(db: Queryable, kind: ShareKind, id: string): Promise<ShareSubject | null> {
  if (kind === 'site') return describePage('/', 'Kindra', '');
  return isUuid(id) ? SUBJECT_FINDERS[kind](db, id) : null;
}

/** Creates the route for the preview pictures of shared links. */
export function createSharingRoutes({ pool, pictures, privateData }: ApiSystem): readonly Route[] {
  const pictureCache = new LRUCache<string, Uint8Array>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });

  /** Loads the large JPEG, or the small one if it is missing or outdated. */
  async function findJpeg(id: Uuid, { hash }: Image): Promise<Uint8Array | null> {
    const variant = await privateData.pictures.findVariant(id, LARGEST_SIZE, 'jpeg');
    if (variant?.hash.startsWith(hash)) return variant.bytes;
    return (await privateData.pictures.find(id))?.jpeg ?? null;
  }

  async function drawPicture(subject: ShareSubject): Promise<Uint8Array> {
    const { id, title, percent, image } = subject;
    const key = getPicturePath(subject);
    const cachedPicture = pictureCache.get(key);
    if (cachedPicture) return cachedPicture;
    const jpeg = image && (await findJpeg(id, image));
    const picture = jpeg && { jpeg, focus: image.focus ?? CENTER };
    const newPicture = await pictures.drawPreview({ title, percent, picture });
    pictureCache.set(key, newPicture);
    return newPicture;
  }

  return [
    defineRoute(getSharePicture, async ({ params: { kind, id, version }, http }) => {
      const subject = await findSubject(pool, kind, id);
      if (!subject) throw createNotFoundFailure(pictureNotFound);
      if (version !== getPictureVersion(subject)) {
        http.set('Cache-Control', 'no-cache');
        http.redirect(getPicturePath(subject));
        return;
      }
      const jpeg = await drawPicture(subject);
      http.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
      http.type = 'image/jpeg';
      http.body = Buffer.from(jpeg);
    }),
  ];
}
