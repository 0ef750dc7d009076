import { createHash } from 'node:crypto';
import type { AdoptionPost } from '../../contract/adoption.ts';
import type { Crowdfunding } from '../../contract/crowdfunding.ts';
import type { Image } from '../../contract/fields.ts';
import type { Post, Profile, ProfileSummary } from '../../contract/shapes.ts';
import type { ShareKind } from '../../contract/sharing.ts';
import { isolateText, truncateText } from '../../domain/kernel/text.ts';

/** Content of a link preview. */
export interface ShareSubject {
  readonly kind: ShareKind;
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Null if there is none. */
  readonly image: Image | null;
  /** Null if there is no goal. */
  readonly percent: number | null;
  /** As schema.org properties. Image URLs can be relative. */
  readonly structuredData: Readonly<Record<string, unknown>>;
}

const MAX_TITLE_LENGTH = 70;
const MAX_DESCRIPTION_LENGTH = 200;

const describeAuthor = ({
  profileName,
  role,
  avatar,
}: Pick<ProfileSummary, 'profileName' | 'role' | 'avatar'>) => ({
  '@type': role === 'ORG' ? 'Organization' : 'Person',
  name: profileName,
  ...(avatar && { image: avatar }),
});

/** Creates the link preview of a post or comment. It contains the author and the first words. */
export const describePost = ({ id, text, creatorData, pubDate }: Post): ShareSubject => ({
  kind: 'post',
  id,
  path: `/post/${id}`,
  title: truncateText(`${isolateText(creatorData.profileName)}: ${text}`, MAX_TITLE_LENGTH),
  description: truncateText(text, MAX_DESCRIPTION_LENGTH),
  image: null,
  percent: null,
  structuredData: {
    '@type': 'SocialMediaPosting',
    headline: truncateText(text, MAX_TITLE_LENGTH),
    articleBody: text,
    datePublished: pubDate,
    author: describeAuthor(creatorData),
  },
});

/** Creates the link preview of a profile. */
export const describeProfile = (profile: Profile): ShareSubject => ({
  kind: 'profile',
  id: profile.id,
  path: `/profile/${encodeURIComponent(profile.nickname)}`,
  title: `${isolateText(profile.profileName)} (@${isolateText(profile.nickname)})`,
  description: truncateText(
    profile.bio || `${isolateText(profile.profileName)} · @${isolateText(profile.nickname)} · Kindra`,
    MAX_DESCRIPTION_LENGTH,
  ),
  image: null,
  percent: null,
  structuredData: {
    '@type': 'ProfilePage',
    mainEntity: {
      ...describeAuthor(profile),
      alternateName: profile.nickname,
      ...(profile.bio && { description: profile.bio }),
      ...(profile.website && { sameAs: profile.website }),
    },
  },
});

/** Creates the link preview of a campaign, with the percentage of the goal that has been raised. */
export const describeCrowdfunding = (crowdfunding: Crowdfunding): ShareSubject => ({
  kind: 'crowdfunding',
  id: crowdfunding.id,
  path: `/crowdfundings/${crowdfunding.id}`,
  title: truncateText(crowdfunding.title, MAX_TITLE_LENGTH),
  description: truncateText(crowdfunding.description, MAX_DESCRIPTION_LENGTH),
  image: crowdfunding.image ?? null,
  percent: Math.floor((100 * crowdfunding.currentAmount) / crowdfunding.goalAmount),
  structuredData: {
    '@type': 'WebPage',
    name: crowdfunding.title,
    description: crowdfunding.description,
    datePublished: crowdfunding.startDate ?? crowdfunding.createdDate,
    author: { '@type': 'Organization', name: crowdfunding.creator.profileName },
  },
});

/** Creates the link preview of an animal for adoption. */
export const describeAnimal = ({
  id,
  animal,
  description,
  owner,
  createdDate,
  image,
}: AdoptionPost): ShareSubject => ({
  kind: 'animal',
  id,
  path: `/adoptable-animals/${id}`,
  title: truncateText(animal.name, MAX_TITLE_LENGTH),
  description: truncateText(description, MAX_DESCRIPTION_LENGTH),
  image: image ?? null,
  percent: null,
  structuredData: {
    '@type': 'WebPage',
    name: animal.name,
    description,
    datePublished: createdDate,
    author: describeAuthor(owner),
  },
});

/** Creates the link preview of a page without data. */
export const describePage = (path: string, title: string, description: string): ShareSubject => ({
  kind: 'site',
  id: 'kindra',
  path,
  title,
  description,
  image: null,
  percent: null,
  structuredData: { '@type': 'WebPage', name: title, description },
});

/** Design version of preview pictures. Incrementing it invalidates all cached pictures. */
const DESIGN_VERSION = 2;

/** Returns a hash of the data that the preview picture shows. */
export const getPictureVersion = ({ kind, id, title, image, percent }: ShareSubject): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, kind, id, kind === 'site' ? '' : title, image, percent]))
    .digest('hex')
    .slice(0, 16);
