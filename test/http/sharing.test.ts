import sharp from 'sharp';
import * as accounts from '../../contract/accounts.ts';
import * as adoption from '../../contract/adoption.ts';
import { FIRST_READS_ID, SIGNED_IN_COOKIE } from '../../contract/endpoints/first-reads.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { takeDownAnimal, takeDownPost, takeDownProfile } from '../../contract/take-down.ts';
import { createAnimal } from './support/adoption.ts';
import { buyCoins, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import {
  publishPost,
  registerApprovedOrganization,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { createPicture } from './support/pictures.ts';
import { sendRaw } from './support/request.ts';
import { api, client, setUpTestApiWithClient } from './support/shared-api.ts';

const INDEX_HTML = `<html lang="en"><head><meta name="description" content="Default"><title>Kindra</title></head>
<body></body></html>`;
const CRAWLER_HEADERS = { 'User-Agent': 'facebookexternalhit/1.1' };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let author: AuthResponse;
let staff: AuthResponse;

setUpTestApiWithClient({ 'index.html': INDEX_HTML });
beforeAll(async () => {
  author = await registerNewUser(client);
  staff = await registerStaff(api, client, 'ADMIN');
});

const decodeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

async function openPage(path: string, headers: Record<string, string> = CRAWLER_HEADERS) {
  const response = await fetch(api.url + path, { headers });
  const html = await response.text();
  const properties = Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(([, name, value]) => [
      name,
      decodeHtml(value ?? ''),
    ]),
  );
  const links = [
    ...html.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)">/g),
  ];
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const [, json = 'null'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return {
    status: response.status,
    html,
    title: decodeHtml(title),
    properties,
    links: Object.fromEntries(
      links.map(([, rel, language, href]) => [language ?? rel, decodeHtml(href ?? '')]),
    ),
    structured: JSON.parse(json) as Record<string, unknown> | null,
  };
}

async function loadPicture(url: string) {
  const response = await fetch(url, { redirect: 'manual' });
  return { response, status: response.status, location: response.headers.get('location') };
}

describe('the page of a post', () => {
  test('describes it for previews, with everything escaped', async () => {
    const text = 'Look: </title><script>alert("1")</script> & "more"\nwords';
    const { id } = await publishPost(client, author.token, text);
    const { status, html, title, properties, links, structured } = await openPage(`/post/${id}?utm=1`);
    const singleLineText = text.replace('\n', ' ');
    expect([status, title]).toEqual([200, `${author.dataUser.profileName}: ${singleLineText}`]);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(properties).toMatchObject({
      description: singleLineText,
      'og:type': 'article',
      'og:url': `${api.url}/post/${id}`,
      'og:title': title,
      'twitter:card': 'summary_large_image',
    });
    expect(links).toEqual({
      canonical: `${api.url}/post/${id}`,
      en: `${api.url}/post/${id}?lang=en`,
      es: `${api.url}/post/${id}?lang=es`,
      'x-default': `${api.url}/post/${id}`,
    });
    expect(structured).toMatchObject({ '@type': 'SocialMediaPosting', articleBody: text });
  });

  test('returns 404 without the content to visitors once it is hidden', async () => {
    const { id } = await publishPost(client, author.token, 'A secret of the badgers');
    const publicPage = await openPage(`/post/${id}`);
    await client.ok(takeDownPost, { token: staff.token, params: { id }, body: { reason: 'It is spam.' } });
    const { status, html, properties } = await openPage(`/post/${id}`);
    expect([status, properties.robots]).toEqual([404, 'noindex']);
    expect(html).not.toContain('badgers');
    expect((await loadPicture(publicPage.properties['og:image'] ?? '')).status).toBe(404);
    const { status: sessionStatus } = await openPage(`/post/${id}`, { Cookie: `${SIGNED_IN_COOKIE}=1` });
    expect(sessionStatus).toBe(200);
  });
});

test.each([
  ['post', `/post/${UNKNOWN_ID}`],
  ['profile', '/profile/nobody_has_this'],
  ['crowdfunding', `/crowdfundings/${UNKNOWN_ID}`],
  ['animal', `/adoptable-animals/${UNKNOWN_ID}`],
])('the page of a %s that does not exist returns 404', async (_, path) => {
  expect(await openPage(path)).toMatchObject({ status: 404, properties: { robots: 'noindex' } });
});

test('isolates right-to-left names in titles', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const body = { type: 'profileName', newData: 'דוד לוי' } as const;
  await client.ok(accounts.updateProfile, { token, body });
  const { id } = await publishPost(client, token, 'Otters!');
  expect((await openPage(`/post/${id}`)).title).toBe('\u2068דוד לוי\u2069: Otters!');
  const { title, structured } = await openPage(`/profile/${dataUser.nickname}`);
  expect(title).toBe(`\u2068דוד לוי\u2069 (@${dataUser.nickname})`);
  expect(structured).toMatchObject({ mainEntity: { name: 'דוד לוי' } });
});

test('the page of a profile contains its bio and website', async () => {
  const organization = await registerApprovedOrganization(api, client, staff.token);
  const { nickname } = organization.dataUser;
  const { properties: initialProperties } = await openPage(`/profile/${nickname}`);
  expect(initialProperties.description).toBe(`Good Paws · @${nickname} · Kindra`);
  const texts = { bio: 'We find homes.\nFor "all" paws.', website: 'https://good-paws.example/' };
  for (const type of ['bio', 'website'] as const)
    await client.ok(accounts.updateProfile, {
      token: organization.token,
      body: { type, newData: texts[type] },
    });
  const { properties, structured } = await openPage(`/profile/${nickname}`);
  expect(properties).toMatchObject({
    description: 'We find homes. For "all" paws.',
    'og:description': 'We find homes. For "all" paws.',
  });
  expect(structured).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Organization',
      alternateName: nickname,
      description: texts.bio,
      sameAs: texts.website,
    },
  });
});

test('the page of a profile is described if its nickname has an ñ', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const nickname = `ñ${dataUser.nickname.slice(1)}`;
  await client.ok(accounts.updateProfileAndToken, { token, body: { type: 'nickname', newData: nickname } });
  const { profileName } = dataUser;
  const path = `/profile/${encodeURIComponent(nickname)}`;
  for (const address of [path, `/profile/${encodeURIComponent(nickname.normalize('NFD'))}`]) {
    const { status, title, links } = await openPage(address);
    expect([status, title]).toEqual([200, `${profileName} (@${nickname})`]);
    expect(links.canonical).toBe(`${api.url}${path}`);
  }
  expect((await openPage('/profile/%C3')).status).toBe(200);
});

describe('the page of the content of a profile', () => {
  test.each(['publications', 'adoption', 'crowdfundings', 'followers', 'following'])(
    'has the description of the profile for %s',
    async (content) => {
      const { nickname, profileName } = author.dataUser;
      const { status, title, links, html } = await openPage(`/profile/${nickname}/${content}`);
      expect([status, title]).toEqual([200, `${profileName} (@${nickname})`]);
      expect(links.canonical).toBe(`${api.url}/profile/${nickname}`);
      expect(html).not.toContain(FIRST_READS_ID);
    },
  );

  test('returns 404 when the profile is hidden or does not exist', async () => {
    const { token, dataUser } = await registerNewUser(client);
    await client.ok(accounts.deactivateProfile, { token });
    for (const nickname of [dataUser.nickname, 'nobody_has_this'])
      expect(await openPage(`/profile/${nickname}/followers`)).toMatchObject({
        status: 404,
        properties: { robots: 'noindex' },
      });
  });
});

test('structured data contains the picture of a profile while visitors may see it', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const post = await publishPost(client, token);
  const animal = await createAnimal(client, token);
  const loadImages = async () => {
    const paths = [`/profile/${dataUser.nickname}`, `/post/${post.id}`, `/adoptable-animals/${animal.id}`];
    const pages = await Promise.all(paths.map((path) => openPage(path)));
    return pages.map(({ structured }) => {
      const { mainEntity, author } = structured as Record<string, { image?: string }>;
      return (mainEntity ?? author)?.image;
    });
  };
  expect(await loadImages()).toEqual([undefined, undefined, undefined]);
  const imageBase64 = (await createPicture(300, 200)).toString('base64');
  const { avatar = '' } = await client.ok(accounts.setProfilePicture, { token, body: { imageBase64 } });
  const address = api.url + avatar;
  expect(await loadImages()).toEqual([address, address, address]);
  expect((await fetch(address)).headers.get('content-type')).toBe('image/jpeg');
  const takeDownRequest = {
    token: staff.token,
    params: { id: dataUser.id },
    body: { reason: 'It is spam.' },
  };
  await client.ok(takeDownProfile, takeDownRequest);
  expect(await loadImages()).toEqual([undefined, undefined, undefined]);
});

test('the titles of pages contain the name of the profile, crowdfunding or animal', async () => {
  const animal = await createAnimal(client, author.token);
  const crowdfundingId = await createActiveCrowdfunding(api, author.dataUser.id);
  const { nickname, profileName } = author.dataUser;
  const pages = [
    `/profile/${nickname}`,
    `/crowdfundings/${crowdfundingId}`,
    `/adoptable-animals/${animal.id}`,
  ];
  expect((await Promise.all(pages.map((path) => openPage(path)))).map(({ title }) => title)).toEqual([
    `${profileName} (@${nickname})`,
    'A roof for the shelter',
    animal.animal.name,
  ]);
});

test('the page of a pending crowdfunding returns 404 to visitors', async () => {
  const id = await createCrowdfunding(api, author.dataUser.id);
  expect((await openPage(`/crowdfundings/${id}`)).status).toBe(404);
});

test('general pages are described in the language of their address', async () => {
  const englishPage = await openPage('/');
  const spanishPage = await openPage('/?lang=es');
  expect(englishPage.html).toContain('<html lang="en"');
  expect(spanishPage.html).toContain('<html lang="es"');
  expect([englishPage.title, spanishPage.title]).toEqual([
    'Kindra, a network for animals',
    'Kindra, una red para los animales',
  ]);
  expect(spanishPage.links.canonical).toBe(`${api.url}/`);
});

test('addresses depend on the configuration, not on the Host header', async () => {
  const response = await sendRaw(`${api.url}/`, {
    headers: { ...CRAWLER_HEADERS, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
  });
  expect(response.status).toBe(200);
  expect(String(response.body)).not.toContain('evil.example');
});

describe('a preview picture', () => {
  test('can be created from a picture that was stored before the larger variants', async () => {
    const imageBase64 = (await createPicture(900, 600)).toString('base64');
    const animal = await createAnimal(client, author.token, { imageBase64 });
    const { pool } = api.database;
    await pool.query('UPDATE read.animals SET image = NULL WHERE id = $1', [animal.id]);
    await pool.query('DELETE FROM private.picture_variants WHERE subject_id = $1', [animal.id]);
    const { properties } = await openPage(`/adoptable-animals/${animal.id}`);
    const { response } = await loadPicture(properties['og:image'] ?? '');
    const area = { left: 0, top: 0, width: 630, height: 630 };
    const visiblePart = sharp(Buffer.from(await response.arrayBuffer())).extract(area);
    const { channels } = await sharp(await visiblePart.png().toBuffer()).stats();
    for (const [i, expectedMean] of [0xb0, 0x60, 0x30].entries())
      expect(Math.abs((channels[i]?.mean ?? 0) - expectedMean)).toBeLessThan(5);
  });

  test('is a cacheable JPEG of 1200 × 630 pixels', async () => {
    const animal = await createAnimal(client, author.token);
    const { properties } = await openPage(`/adoptable-animals/${animal.id}`);
    const { response, status } = await loadPicture(properties['og:image'] ?? '');
    expect(status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const jpeg = Buffer.from(await response.arrayBuffer());
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(jpeg.length).toBeLessThan(300_000);
  });

  test.each([
    ['left', { x: 0, y: 0.5 }, '#b06030'],
    ['right', { x: 1, y: 0.5 }, '#2f6b45'],
    ['top', { x: 0.5, y: 0 }, '#b06030'],
    ['bottom', { x: 0.5, y: 1 }, '#2f6b45'],
  ])(
    'shows the picture around its focal point at the %s, from its largest variant',
    async (side, imageFocus, colour) => {
      const isWide = side === 'left' || side === 'right';
      const [width, height] = isWide ? [2_000, 800] : [800, 2_000];
      const [halfWidth, halfHeight] = isWide ? [1_000, 800] : [800, 1_000];
      const secondHalf = {
        width: halfWidth,
        height: halfHeight,
        channels: 3,
        background: '#2f6b45',
      } as const;
      const secondPicture = await sharp({ create: secondHalf }).png().toBuffer();
      const picture = await sharp({ create: { width, height, channels: 3, background: '#b06030' } })
        .composite([{ input: secondPicture, left: width - halfWidth, top: height - halfHeight }])
        .png()
        .toBuffer();
      const animal = await createAnimal(client, author.token, {
        imageBase64: picture.toString('base64'),
        imageFocus,
      });
      const { properties } = await openPage(`/adoptable-animals/${animal.id}`);
      const { response } = await loadPicture(properties['og:image'] ?? '');
      const visiblePart = sharp(Buffer.from(await response.arrayBuffer())).extract({
        left: 0,
        top: 0,
        width: 630,
        height: 630,
      });
      const { channels } = await sharp(await visiblePart.png().toBuffer()).stats();
      const expectedChannels = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
      for (const [i, { mean, stdev }] of channels.entries()) {
        expect(Math.abs(mean - (expectedChannels[i] ?? 0))).toBeLessThan(5);
        expect(stdev).toBeLessThan(5);
      }
    },
  );

  test('has a new address when the crowdfunding has raised more, to which the old one redirects', async () => {
    const id = await createActiveCrowdfunding(api, author.dataUser.id);
    const oldAddress = (await openPage(`/crowdfundings/${id}`)).properties['og:image'] ?? '';
    const donor = await registerNewUser(client);
    await buyCoins(api, client, donor.token, 2_000);
    await fetch(`${api.url}/api/transaction/donate/${id}?amount=2000`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${donor.token}` },
    });
    const newAddress = (await openPage(`/crowdfundings/${id}`)).properties['og:image'] ?? '';
    expect(newAddress).not.toBe(oldAddress);
    const { status, location } = await loadPicture(oldAddress);
    expect([status, api.url + location]).toEqual([302, newAddress]);
    expect((await loadPicture(newAddress)).status).toBe(200);
  });

  test('fits a long title without spaces', async () => {
    const { id } = await publishPost(client, author.token, 'W'.repeat(300));
    const { properties } = await openPage(`/post/${id}`);
    const { response } = await loadPicture(properties['og:image'] ?? '');
    const { dominant } = await sharp(Buffer.from(await response.arrayBuffer()))
      .extract({ left: 1150, top: 0, width: 50, height: 630 })
      .stats();
    expect(dominant.r).toBeGreaterThan(200);
  });
});

describe('sitemaps', () => {
  const fetchText = async (path: string) => {
    const response = await fetch(api.url + path);
    return { text: await response.text(), type: response.headers.get('content-type') };
  };

  test('are listed in robots.txt and in their index', async () => {
    const { text } = await fetchText('/robots.txt');
    expect(text).toContain(`Sitemap: ${api.url}/sitemap.xml`);
    expect(text).toContain('Disallow: /wallet');
    const index = await fetchText('/sitemap.xml');
    expect(index.type).toContain('application/xml');
    for (const name of ['pages', 'animals', 'crowdfundings', 'organizations', 'posts'])
      expect(index.text).toContain(`<loc>${api.url}/sitemaps/${name}.xml</loc>`);
    expect((await fetch(`${api.url}/sitemaps/constructor.xml`)).status).toBe(404);
  });

  test('contain what visitors may see', async () => {
    const otherApi = await api.startAnotherApi();
    try {
      const hiddenUser = await registerNewUser(client);
      const [visiblePost, deletedPost] = [
        await publishPost(client, author.token, 'One'),
        await publishPost(client, hiddenUser.token, 'Two'),
      ];
      const comment = await publishPost(client, author.token, 'Three', visiblePost.id);
      const animal = await createAnimal(client, author.token);
      const adoptedAnimal = await createAnimal(client, author.token);
      await client.ok(adoption.markAdopted, { token: author.token, params: { id: adoptedAnimal.id } });
      const takenDownPost = await publishPost(client, author.token, 'Four');
      const takenDownAnimal = await createAnimal(client, author.token);
      for (const [call, { id }] of [
        [takeDownPost, takenDownPost],
        [takeDownAnimal, takenDownAnimal],
      ] as const)
        await client.ok(call, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
      const pendingId = await createCrowdfunding(api, author.dataUser.id);
      const activeId = await createActiveCrowdfunding(api, author.dataUser.id);
      await client.ok(accounts.deactivateProfile, { token: hiddenUser.token });
      expect((await client.send(posts.getPost, { params: { id: deletedPost.id } })).status).toBe(404);
      const texts = await Promise.all(
        ['posts', 'animals', 'crowdfundings'].map(async (name) =>
          (await fetch(`${otherApi.url}/sitemaps/${name}.xml`)).text(),
        ),
      );
      const isListed = (id: string) => texts.some((text) => text.includes(id));
      expect([visiblePost.id, animal.id, activeId].map(isListed)).toEqual([true, true, true]);
      const hiddenIds = [
        deletedPost.id,
        comment.id,
        takenDownPost.id,
        adoptedAnimal.id,
        takenDownAnimal.id,
        pendingId,
      ];
      expect(hiddenIds.filter(isListed)).toEqual([]);
    } finally {
      await otherApi.close();
    }
  });
});
