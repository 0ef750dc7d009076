import type { AdoptionPost } from '../../../contract/adoption.ts';
import type {
  AuthResponse,
  Post,
  Profile,
  ProfileRow,
  ProfileSummary,
  SessionUser,
} from '../../../contract/shapes.ts';

const HOUR_MS = 3_600_000;

/** Creates id number `n`. */
export const createId = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Returns profile number `n`. The number determines its id and nickname. */
export const sampleProfile = (n = 1, overrides: Partial<ProfileSummary> = {}): ProfileSummary => ({
  id: createId(n),
  idProfile: createId(n),
  nickname: `nickname${n}`,
  profileName: `Profile ${n}`,
  role: 'USER',
  ...overrides,
});

/** Returns profile number `n` with all fields: approved, without followers, and not followed. */
export const sampleFullProfile = (n = 1, overrides: Partial<Profile> = {}): Profile => ({
  ...sampleProfile(n),
  approved: true,
  followers: 0,
  following: 0,
  creationDate: '2026-03-05T10:00:00.000Z',
  isItFollowed: false,
  bio: '',
  website: '',
  ...overrides,
});

/** Returns a row in a list of profiles. */
export const sampleRow = (n = 1, overrides: Partial<ProfileRow> = {}): ProfileRow => ({
  ...sampleProfile(n),
  isItFollowed: false,
  ...overrides,
});

/** Returns a sample account that is logged in. */
export const sampleUser = (overrides: Partial<SessionUser> = {}): SessionUser => ({
  ...sampleProfile(900, { nickname: 'reader', profileName: 'Rea Reader' }),
  walletCoins: 1250,
  email: 'reader@example.org',
  name: 'Rea',
  surnames: 'Reader',
  birthdate: '1990-05-01',
  gender: 'F',
  bio: '',
  website: '',
  ...overrides,
});

/** Returns a login response. The session expires in one hour. */
export const sampleSession = (user = sampleUser(), token = 'new'): AuthResponse => ({
  token,
  expiration: new Date(Date.now() + HOUR_MS).toISOString(),
  dataUser: user,
});

/** Returns post number `n`. The number determines its id and text. */
export const samplePost = (n = 1, overrides: Partial<Post> = {}): Post => ({
  id: createId(1000 + n),
  text: `Text of post ${n}`,
  creatorData: sampleProfile(1),
  pubDate: '2026-11-20T10:00:00.000Z',
  modDate: '2026-11-20T10:00:00.000Z',
  comments: 0,
  likes: 4,
  views: 9,
  liked: false,
  idParent: null,
  ...overrides,
});

/** Returns an animal for adoption, owned by profile 1. */
export const sampleAnimal = (overrides: Partial<AdoptionPost> = {}): AdoptionPost => ({
  id: '01890000-0000-7000-8000-00000000a001',
  status: 'AVAILABLE',
  address: '1, Pond Street',
  description: 'Likes children.',
  vaccinated: true,
  sterilized: false,
  createdDate: '2026-11-20T10:00:00.000Z',
  owner: sampleProfile(1),
  animal: { name: 'Rex', type: 'SMALL_MAMMAL', age: 1, sex: 'M', breed: 'Otter' },
  ...overrides,
});
