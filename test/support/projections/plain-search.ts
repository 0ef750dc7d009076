import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { foldDiacritics, toSpanishWords } from '../../../domain/kernel/text.ts';
import { findTags } from '../../../domain/posts/rules.ts';
import type { PlainModel } from './plain-model.ts';

interface FoundAccount {
  readonly isOrganization: boolean;
  name: string;
  alias: string;
}

const foldWords = (text: string): string =>
  foldDiacritics(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');

const findAccentedWords = (text: string): string =>
  [...new Set(toSpanishWords(text))].filter((word) => word !== foldDiacritics(word)).join(' ');

/** Computes the expected search read model for people, organizations and posts. */
export function createPlainSearch(events: readonly RecordedEvent[]): PlainModel {
  const accounts = new Map<string, FoundAccount>();
  const posts = new Map<string, { readonly author: string; readonly text: string }>();
  for (const event of events as readonly (KindraEvent & RecordedEvent)[]) {
    if (event.type === 'AccountRegistered') {
      const { accountId, role, profileName, nickname } = event.data;
      accounts.set(accountId, {
        isOrganization: role === 'ORG',
        name: foldWords(profileName),
        alias: foldWords(nickname),
      });
    }
    if (event.type === 'OrganizationDeclined') accounts.delete(event.data.accountId);
    const account = accounts.get((event.data as { accountId?: string }).accountId ?? '');
    if (event.type === 'ProfileNameChanged' && account) account.name = foldWords(event.data.profileName);
    if (event.type === 'NicknameChanged' && account) account.alias = foldWords(event.data.nickname);
    if ((event.type === 'PostPublished' || event.type === 'PostEdited') && event.data.parentId === null)
      posts.set(event.data.postId, { author: event.data.authorId, text: event.data.text });
    if (event.type === 'PostDeleted') posts.delete(event.data.postId);
  }
  const listAccounts = (isOrganization: boolean) =>
    [...accounts]
      .filter(([, account]) => account.isOrganization === isOrganization)
      .map(([id, { name, alias }]) => ({ id, owner_id: id, name, alias, text: '', accented: '' }));
  return {
    search_people: listAccounts(false),
    search_organizations: listAccounts(true),
    search_posts: [...posts].map(([id, { author, text }]) => ({
      id,
      author_id: author,
      text: foldWords(text),
      accented: findAccentedWords(text),
    })),
    search_tags: [...posts].flatMap(([post_id, { author, text }]) =>
      [...findTags(text)].map(([tag, label], slot) => ({ post_id, slot, author_id: author, tag, label })),
    ),
  };
}
