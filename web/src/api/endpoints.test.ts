import { adoptionEndpoints } from '../../../contract/endpoints/adoption.ts';
import { conversationsEndpoints } from '../../../contract/endpoints/conversations.ts';
import { crowdfundingEndpoints } from '../../../contract/endpoints/crowdfunding.ts';
import { moderationEndpoints } from '../../../contract/endpoints/moderation.ts';
import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import { createPath, createRequest, toPage } from './endpoints.ts';

const ID = '01890000-0000-7000-8000-000000000001';

test('puts parameters encoded into the path and all other arguments of a GET into the query', () => {
  expect(createRequest(postsEndpoints.profilePublications, { profile: 'a/b' })).toEqual({
    url: '/api/profilePublications/a%2Fb',
    method: 'GET',
    entity: 'post',
  });
  expect(createPath(conversationsEndpoints.getConversation, { id: ID, after: 'x y' })).toBe(
    `/api/conversation/${ID}?after=x+y`,
  );
});

test('omits empty filters from the query', () => {
  const filter = { text: '', minAge: undefined, vaccinated: 'true' } as const;
  expect(createRequest(adoptionEndpoints.getAnimals, filter).url).toBe('/api/adopt/animals?vaccinated=true');
  expect(createRequest(adoptionEndpoints.getAnimals, undefined).url).toBe('/api/adopt/animals');
});

test('sends the arguments of other methods as the body, without path parameters and idempotency key', () => {
  const request = createRequest(moderationEndpoints.banProfile, { id: ID, reason: 'Spam.' });
  expect(request).toEqual({
    url: `/api/dashboard/ban-profile/${ID}`,
    method: 'PUT',
    body: { reason: 'Spam.' },
  });
  const post = createRequest(postsEndpoints.createPublication, { text: 'Hello.', idempotencyKey: 'key' });
  expect(post).toMatchObject({ body: { text: 'Hello.' }, idempotencyKey: 'key' });
});

test('sends arguments in the query if the contract defines them there', () => {
  const args = { crowdfundingId: ID, amount: '100', idempotencyKey: 'key' };
  expect(createRequest(crowdfundingEndpoints.donate, args)).toEqual({
    url: `/api/transaction/donate/${ID}?amount=100`,
    method: 'POST',
    idempotencyKey: 'key',
  });
});

test('creates a page from a list, or from an object with one, with the next path of the Link header', () => {
  const headers = new Headers({ Link: '</api/publications?cursor=c>; rel="next"' });
  const meta = { response: { headers } } as never;
  expect(toPage([1], meta)).toEqual({ items: [1], next: '/api/publications?cursor=c' });
  expect(toPage({ lines: [1] }, undefined)).toEqual({ lines: [1], next: null });
});
