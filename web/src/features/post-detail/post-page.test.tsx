import { act, screen, waitFor, within } from '@testing-library/react';
import { loadDraft } from '../../state/draft-storage.ts';
import { eventSources } from '../../testing/browser-gaps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const post = samplePost(1);
const createReply = (n: number, overrides = {}) =>
  samplePost(n, { text: `Reply ${n}`, idParent: post.id, ...overrides });

const createPostApi = (...replies: ReturnType<typeof createReply>[]) =>
  createEmptyApi()
    .on(`GET /api/post/${post.id}`, { body: post })
    .on(`GET /api/replies/${post.id}?page=1`, { body: replies });

const open = (api = createPostApi()) => {
  app = renderApp({ at: `/post/${post.id}`, user: sampleUser(), api });
};

test('asks for the first comment', async () => {
  open();
  expect(await screen.findByText('Be the first to leave a comment!')).toBeTruthy();
});

test('does not ask for the first comment when all comments are hidden', async () => {
  open(createPostApi().on(`GET /api/post/${post.id}`, { body: { ...post, comments: 1 } }));
  expect(await screen.findByText('There are no comments to show.')).toBeTruthy();
  expect(document.title).toBe('Post · Kindra');
});

test('adds a comment after the others, and updates the counter', async () => {
  const api = createPostApi(createReply(2));
  open(api);
  await screen.findByText('Reply 2');
  api
    .on('POST /api/publication', { body: createReply(3, { creatorData: sampleProfile(900) }) })
    .on(`GET /api/post/${post.id}`, { body: { ...post, comments: 2 } });
  await app.reader.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Reply 3');
  await app.reader.click(screen.getByRole('button', { name: 'Comment' }));
  const list = within(await screen.findByRole('list', { name: 'Comments' }));
  await list.findByText('Reply 3');
  expect(list.getAllByText(/^Reply/).map(({ textContent }) => textContent)).toEqual(['Reply 2', 'Reply 3']);
  expect(await screen.findByRole('link', { name: 'Comment, 2 comments' })).toBeTruthy();
  expect(api.sentTo('POST /api/publication')[0]?.body).toEqual({ text: 'Reply 3', idParent: post.id });
});

describe('the page of a comment', () => {
  const comment = createReply(2);
  const creatorData = { ...post.creatorData, profileName: 'Sixteen Otters 16' };
  const openComment = () => {
    const api = createEmptyApi()
      .on(`GET /api/post/${comment.id}`, { body: comment })
      .on(`GET /api/replies/${comment.id}?page=1`, { body: [] });
    const respond = api.hold(`GET /api/post/${post.id}`, { body: { ...post, creatorData } });
    app = renderApp({ at: `/post/${comment.id}`, user: sampleUser(), api });
    return respond;
  };

  test('links to the post that it replies to', async () => {
    const answer = openComment();
    await screen.findByText('Reply 2');
    answer();
    const link = await screen.findByRole('link', { name: /^Reply to Sixteen Otters \.\.\./ });
    expect(link.getAttribute('href')).toBe(`/post/${post.id}`);
    expect(link.textContent).toContain(post.text);
  });

  test('shows that the post it replies to was deleted, without an error', async () => {
    const message = 'The post to load does not exist.';
    const answer = openComment();
    await screen.findByText('Reply 2');
    answer({ status: 404, body: { message, code: 'POST_NOT_FOUND' } });
    expect(await screen.findByText(/^The post that this replies to was deleted/)).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
  });
});

test('scrolls to the own comment after sending it', async () => {
  const scrolledTexts: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTexts.push(this.textContent);
  };
  const api = createPostApi(createReply(2));
  open(api);
  await screen.findByText('Reply 2');
  api.on('POST /api/publication', { body: createReply(3, { creatorData: sampleProfile(900) }) });
  await app.reader.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Reply 3');
  await app.reader.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect(scrolledTexts).toEqual([expect.stringContaining('Reply 3')]));
});

describe('a comment of another user', () => {
  const replies = Array.from({ length: 10 }, (_, n) => createReply(n + 2));

  const sendPublished = (...comments: ReturnType<typeof createReply>[]) =>
    act(() => {
      for (const source of eventSources)
        for (const { id } of comments)
          source.send('post-published', { id, authorId: sampleProfile(1).id, parentId: post.id });
    });

  test('appears once, and counts no view', async () => {
    const api = createPostApi(...replies);
    open(api);
    await screen.findByText('Reply 11');
    const next = `/api/replies/${post.id}?cursor=c1`;
    api.on(`GET /api/replies/${post.id}?page=1`, {
      body: replies,
      headers: { Link: `<${next}>; rel="next"` },
    });
    api.on(`GET ${next}`, { body: [createReply(50)] });
    sendPublished(createReply(50), createReply(50));
    expect(await screen.findAllByText('Reply 50')).toHaveLength(1);
    expect(api.sentTo(`GET /api/post/${createReply(50).id}`)).toHaveLength(0);
  });

  test('is fetched on its own when no page contains it', async () => {
    const api = createPostApi();
    open(api);
    await screen.findByText('Be the first to leave a comment!');
    api.on(`GET /api/post/${createReply(50).id}`, { body: createReply(50) });
    sendPublished(createReply(50));
    expect(await screen.findByText('Reply 50')).toBeTruthy();
  });
});

test('accepts no comments under a post that is taken down', async () => {
  const takenDown = { reason: 'It shows an address.', dateTime: '2026-11-21T10:00:00.000Z' };
  open(createPostApi(createReply(2)).on(`GET /api/post/${post.id}`, { body: { ...post, takenDown } }));
  expect(await screen.findByRole('note')).toBeTruthy();
  expect(await screen.findByText('Reply 2')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull();
});

test('redirects home when the post does not exist', async () => {
  const body = { message: 'The post to load does not exist.', code: 'POST_NOT_FOUND' };
  open(createEmptyApi().on(`GET /api/post/${post.id}`, { status: 404, body }));
  expect(await screen.findByText('The post to load does not exist.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test('shows the message of the response when the post cannot be read', async () => {
  const message = 'The posts are being rebuilt.';
  open(
    createEmptyApi().on(`GET /api/post/${post.id}`, { status: 503, body: { message, code: 'REBUILDING' } }),
  );
  expect(await screen.findByText(message)).toBeTruthy();
});

test('redirects home without an id', async () => {
  app = renderApp({ at: '/post' });
  await screen.findByText("Nothing's been happening lately?");
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test.each([true, false])(
  'opens the home page after the deletion if the user has stayed: %s',
  async (stays) => {
    const ownPost = { ...post, creatorData: sampleProfile(900) };
    const api = createPostApi()
      .on(`GET /api/post/${post.id}`, { body: ownPost })
      .on('GET /api/crowdfunding/all', { body: [] });
    const respond = api.hold(`DELETE /api/publication/${post.id}`, { body: { message: 'Done.' } });
    open(api);
    await app.reader.click(await screen.findByRole('button', { name: 'Post options' }));
    await app.reader.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await app.reader.click(dialog.getByRole('button', { name: 'Delete' }));
    if (!stays) {
      await app.reader.click(screen.getByRole('link', { name: 'CrowdFundings' }));
      await screen.findByText('There is currently no active crowdfunding.');
    }
    respond();
    await screen.findByText('Post deleted sucesfull');
    // By then, any redirect would have happened.
    await app.reader.click(screen.getByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(getCurrentPath()).toBe(stays ? '/' : '/crowdfundings'));
  },
);

describe('a post that was deleted meanwhile', () => {
  const message = 'The post to load does not exist.';
  const missing = { status: 404, body: { message, code: 'POST_NOT_FOUND' } };
  const openDeleted = async (call: string) => {
    const api = createPostApi(createReply(2));
    open(api);
    await screen.findByText('Reply 2');
    api.on(`GET /api/post/${post.id}`, missing).on(call, missing);
  };
  const expectRedirect = async () => {
    await waitFor(() => expect(getCurrentPath()).toBe('/'));
    expect(screen.getAllByText(message)).toHaveLength(1);
  };

  test('redirects home after a like', async () => {
    await openDeleted('POST /api/likePublication');
    await app.reader.click(screen.getAllByRole('button', { name: /^Like/ })[0] as HTMLElement);
    await expectRedirect();
  });

  test('redirects home after a comment, and keeps its text', async () => {
    await openDeleted('POST /api/publication');
    await app.reader.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Thank you');
    await app.reader.click(screen.getByRole('button', { name: 'Comment' }));
    await expectRedirect();
    expect(loadDraft(sampleUser().id, `comment:${post.id}`)).toBe('Thank you');
  });
});
