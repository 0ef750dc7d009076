import type { AccountEvent } from '../../../domain/accounts/events.ts';
import type { AdoptionEvent } from '../../../domain/adoption/events.ts';
import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import { toSearchWords, toSpanishWords } from '../../../domain/kernel/text.ts';
import type { PostEdited, PostEvent, PostPublished } from '../../../domain/posts/events.ts';
import { findTags, POST_TAGS_LIMIT } from '../../../domain/posts/rules.ts';
import {
  blank,
  defineProjection,
  insert,
  type RowChange,
  remove,
  removeOwned,
  set,
  type TableDefinition,
} from '../../engine/definition.ts';

const PEOPLE = 'search_people';
const ORGANIZATIONS = 'search_organizations';
const CROWDFUNDINGS = 'search_crowdfundings';
const ANIMALS = 'search_animals';
const POSTS = 'search_posts';
const TAGS = 'search_tags';

/** Returns the search words in the texts, separated by spaces. */
const foldTexts = (...texts: readonly string[]): string => toSearchWords(texts.join(' ')).join(' ');

/** Returns the different words in the texts that Spanish writes with an accent or diaeresis, separated by spaces. */
const findAccentedWords = (...texts: readonly string[]): string =>
  [...new Set(toSpanishWords(texts.join(' ')))].filter((word) => /[áéíóúü]/.test(word)).join(' ');

/** Returns the columns that contain the words of the texts. */
const createTextColumns = (...texts: readonly string[]) => ({
  text: foldTexts(...texts),
  accented: findAccentedWords(...texts),
});

const NO_TEXTS = createTextColumns();

const defineNamedTable = (name: string): TableDefinition => ({
  name,
  key: ['id'],
  columns: { id: 'uuid', owner_id: 'uuid', name: 'text', alias: 'text', text: 'text', accented: 'text' },
});

/** Targets two tables, because the account may be in either of them. */
const setAccount = (accountId: string, values: Readonly<Record<string, string>>): readonly RowChange[] =>
  [PEOPLE, ORGANIZATIONS].map((table) => set(table, { id: accountId }, values));

const removeAccount = (accountId: string): readonly RowChange[] =>
  [PEOPLE, ORGANIZATIONS].map((table) => remove(table, { id: accountId }));

const removeTagsFrom = (postId: string, firstSlot: number): readonly RowChange[] =>
  Array.from({ length: POST_TAGS_LIMIT - firstSlot }, (_, i) =>
    remove(TAGS, { post_id: postId, slot: firstSlot + i }),
  );

const insertTags = ({ postId, authorId, text }: PostPublished['data']): readonly RowChange[] =>
  [...findTags(text)].map(([tag, label], slot) =>
    insert(TAGS, { post_id: postId, slot, author_id: authorId, tag, label }),
  );

const insertPost = ({ postId, authorId, text }: PostPublished['data']): RowChange =>
  insert(POSTS, { id: postId, author_id: authorId, ...createTextColumns(text) });

function editPost({ data }: PostEdited): readonly RowChange[] {
  if (data.parentId !== null) return [];
  const tags = insertTags(data);
  return [insertPost(data), ...tags, ...removeTagsFrom(data.postId, tags.length)];
}

/**
 * Folded names and texts of everything that can be found: people, organizations, campaigns, animals, and
 * posts except comments. Queries join the read models that determine what the current user is allowed to see.
 */
export const searchProjection = defineProjection<
  AccountEvent | CrowdfundingEvent | AdoptionEvent | PostEvent
>({
  name: 'search',
  version: 3,
  tables: [
    ...[PEOPLE, ORGANIZATIONS, CROWDFUNDINGS, ANIMALS].map(defineNamedTable),
    { name: POSTS, key: ['id'], columns: { id: 'uuid', author_id: 'uuid', text: 'text', accented: 'text' } },
    {
      name: TAGS,
      key: ['post_id', 'slot'],
      columns: { post_id: 'uuid', slot: 'integer', author_id: 'uuid', tag: 'text', label: 'text' },
    },
  ],
  on: {
    AccountRegistered: ({ data }) => [
      insert(data.role === 'ORG' ? ORGANIZATIONS : PEOPLE, {
        id: data.accountId,
        owner_id: data.accountId,
        name: foldTexts(data.profileName),
        alias: foldTexts(data.nickname),
        ...NO_TEXTS,
      }),
    ],
    OrganizationDeclined: ({ data }) => removeAccount(data.accountId),
    ProfileNameChanged: ({ data }) => setAccount(data.accountId, { name: foldTexts(data.profileName) }),
    NicknameChanged: ({ data }) => setAccount(data.accountId, { alias: foldTexts(data.nickname) }),
    AccountErased: ({ data: { accountId } }) => [
      ...removeAccount(accountId),
      ...[CROWDFUNDINGS, ANIMALS].map((table) =>
        blank(table, { owner_id: accountId }, { name: '', alias: '', ...NO_TEXTS }),
      ),
      blank(POSTS, { author_id: accountId }, NO_TEXTS),
      removeOwned(TAGS, { author_id: accountId }),
    ],
    CrowdfundingCreated: ({ data }) => [
      insert(CROWDFUNDINGS, {
        id: data.crowdfundingId,
        owner_id: data.creatorId,
        name: foldTexts(data.title),
        alias: '',
        ...createTextColumns(data.title, data.description),
      }),
    ],
    AnimalOffered: ({ data }) => [
      insert(ANIMALS, {
        id: data.adoptionId,
        owner_id: data.ownerId,
        name: foldTexts(data.name),
        alias: foldTexts(data.breed),
        ...createTextColumns(data.breed, data.description, data.address),
      }),
    ],
    AnimalAdopted: ({ data }) => [remove(ANIMALS, { id: data.adoptionId })],
    AdoptionRemoved: ({ data }) => [remove(ANIMALS, { id: data.adoptionId })],
    PostPublished: ({ data }) => (data.parentId === null ? [insertPost(data), ...insertTags(data)] : []),
    PostEdited: editPost,
    PostDeleted: ({ data: { postId, parentId } }) =>
      parentId === null ? [remove(POSTS, { id: postId }), ...removeTagsFrom(postId, 0)] : [],
  },
});
