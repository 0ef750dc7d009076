import sharp from 'sharp';
import * as accounts from '../../contract/accounts.ts';
import * as adoption from '../../contract/adoption.ts';
import { SIGNED_IN_COOKIE } from '../../contract/endpoints/first-reads.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { takeDownAnimal, takeDownPost, takeDownProfile } from '../../contract/take-down.ts';
import { createAnimal } from './support/adoption.ts';
import { buy, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import {
  publishPost,
  registerApprovedOrganization,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { createPicture } from './support/pictures.ts';
import { api, client, setUpTestApiWithClient } from './support/shared-api.ts';

const INDEX = `<html lang="en"><head><meta name="description" content="Default"><title>Kindra</title></head>
<body></body></html>`;
const CRAWLER = { 'User-Agent': 'facebookexternalhit/1.1' };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let author: AuthResponse;
let staff: AuthResponse;

setUpTestApiWithClient({ 'index.html': INDEX });
beforeAll(async () => {
  author = await registerNewUser(client);
  staff = await registerStaff(api, client, 'ADMIN');
});

const decodeHtml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

async function openPage(path: string, headers: Record<string, string> = CRAWLER) {
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
    const inOneLine = text.replace('\n', ' ');
    expect([status, title]).toEqual([200, `${author.dataUser.profileName}: ${inOneLine}`]);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(properties).toMatchObject({
      description: inOneLine,
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

  test('has status 404 and nothing of it for visitors once it is hidden', async () => {
    const { id } = await publishPost(client, author.token, 'A secret of the badgers');
    const before = await openPage(`/post/${id}`);
    await client.ok(takeDownPost, { token: staff.token, params: { id }, body: { reason: 'It is spam.' } });
    const { status, html, properties } = await openPage(`/post/${id}`);
    expect([status, properties.robots]).toEqual([404, 'noindex']);
    expect(html).not.toContain('badgers');
    expect((await loadPicture(before.properties['og:image'] ?? '')).status).toBe(404);
    const { status: withSession } = await openPage(`/post/${id}`, { Cookie: `${SIGNED_IN_COOKIE}=1` });
    expect(withSession).toBe(200);
  });
});

test.each([
  ['post', `/post/${UNKNOWN_ID}`],
  ['profile', '/profile/nobody_has_this'],
  ['crowdfunding', `/crowdfundings/${UNKNOWN_ID}`],
  ['animal', `/adoptable-animals/${UNKNOWN_ID}`],
])('the page of a %s that does not exist has status 404', async (_, path) => {
  expect(await openPage(path)).toMatchObject({ status: 404, properties: { robots: 'noindex' } });
});

test('isolates names from right to left in titles', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const body = { type: 'profileName', newData: 'דוד לוי' } as const;
  await client.ok(accounts.updateProfile, { token, body });
  const { id } = await publishPost(client, token, 'Otters!');
  expect((await openPage(`/post/${id}`)).title).toBe('\u2068דוד לוי\u2069: Otters!');
  const { title, structured } = await openPage(`/profile/${dataUser.nickname}`);
  expect(title).toBe(`\u2068דוד לוי\u2069 (@${dataUser.nickname})`);
  expect(structured).toMatchObject({ mainEntity: { name: 'דוד לוי' } });
});

test('the page of a profile describes it by its bio and website', async () => {
  const organization = await registerApprovedOrganization(api, client, staff.token);
  const { nickname } = organization.dataUser;
  const { properties: before } = await openPage(`/profile/${nickname}`);
  expect(before.description).toBe(`Good Paws · @${nickname} · Kindra`);
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

test('the picture of a profile is part of its structured data while visitors may see it', async () => {
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
  const takeDown = { token: staff.token, params: { id: dataUser.id }, body: { reason: 'It is spam.' } };
  await client.ok(takeDownProfile, takeDown);
  expect(await loadImages()).toEqual([undefined, undefined, undefined]);
});

test('the pages of a profile, a crowdfunding and an animal name them', async () => {
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

test('a crowdfunding that staff have not approved has no page for visitors', async () => {
  const id = await createCrowdfunding(api, author.dataUser.id);
  expect((await openPage(`/crowdfundings/${id}`)).status).toBe(404);
});

test('general pages are described in the language of their address', async () => {
  const english = await openPage('/');
  const spanish = await openPage('/?lang=es');
  expect(english.html).toContain('<html lang="en"');
  expect(spanish.html).toContain('<html lang="es"');
  expect([english.title, spanish.title]).toEqual([
    'Kindra, a network for animals',
    'Kindra, una red para los animales',
  ]);
  expect(spanish.links.canonical).toBe(`${api.url}/`);
});

test('addresses come from the configuration, not from the Host header', async () => {
  const response = await fetch(`${api.url}/`, {
    headers: { ...CRAWLER, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
  });
  expect(await response.text()).not.toContain('evil.example');
});

describe('a preview picture', () => {
  test('is filled by a picture that was stored before the larger variants', async () => {
    const imageBase64 = (await createPicture(900, 600)).toString('base64');
    const animal = await createAnimal(client, author.token, { imageBase64 });
    const { pool } = api.database;
    await pool.query('UPDATE read.animals SET image = NULL WHERE id = $1', [animal.id]);
    await pool.query('DELETE FROM private.picture_variants WHERE subject_id = $1', [animal.id]);
    const { properties } = await openPage(`/adoptable-animals/${animal.id}`);
    const { response } = await loadPicture(properties['og:image'] ?? '');
    const place = { left: 0, top: 0, width: 630, height: 630 };
    const shown = sharp(Buffer.from(await response.arrayBuffer())).extract(place);
    const { channels } = await sharp(await shown.png().toBuffer()).stats();
    for (const [i, expected] of [0xb0, 0x60, 0x30].entries())
      expect(Math.abs((channels[i]?.mean ?? 0) - expected)).toBeLessThan(5);
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
      const create = { width: halfWidth, height: halfHeight, channels: 3, background: '#2f6b45' } as const;
      const second = await sharp({ create }).png().toBuffer();
      const picture = await sharp({ create: { width, height, channels: 3, background: '#b06030' } })
        .composite([{ input: second, left: width - halfWidth, top: height - halfHeight }])
        .png()
        .toBuffer();
      const animal = await createAnimal(client, author.token, {
        imageBase64: picture.toString('base64'),
        imageFocus,
      });
      const { properties } = await openPage(`/adoptable-animals/${animal.id}`);
      const { response } = await loadPicture(properties['og:image'] ?? '');
      const shown = sharp(Buffer.from(await response.arrayBuffer())).extract({
        left: 0,
        top: 0,
        width: 630,
        height: 630,
      });
      const { channels } = await sharp(await shown.png().toBuffer()).stats();
      const expected = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
      for (const [i, { mean, stdev }] of channels.entries()) {
        expect(Math.abs(mean - (expected[i] ?? 0))).toBeLessThan(5);
        expect(stdev).toBeLessThan(5);
      }
    },
  );

  test('has a new address when the crowdfunding has raised more, to which the old one redirects', async () => {
    const id = await createActiveCrowdfunding(api, author.dataUser.id);
    const before = (await openPage(`/crowdfundings/${id}`)).properties['og:image'] ?? '';
    const donor = await registerNewUser(client);
    await buy(api, client, donor.token, 2_000);
    await fetch(`${api.url}/api/transaction/donate/${id}?amount=2000`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${donor.token}` },
    });
    const after = (await openPage(`/crowdfundings/${id}`)).properties['og:image'] ?? '';
    expect(after).not.toBe(before);
    const { status, location } = await loadPicture(before);
    expect([status, api.url + location]).toEqual([302, after]);
    expect((await loadPicture(after)).status).toBe(200);
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
  const read = async (path: string) => {
    const response = await fetch(api.url + path);
    return { text: await response.text(), type: response.headers.get('content-type') };
  };

  test('are named in robots.txt and in their index', async () => {
    const { text } = await read('/robots.txt');
    expect(text).toContain(`Sitemap: ${api.url}/sitemap.xml`);
    expect(text).toContain('Disallow: /wallet');
    const index = await read('/sitemap.xml');
    expect(index.type).toContain('application/xml');
    for (const name of ['pages', 'animals', 'crowdfundings', 'organizations', 'posts'])
      expect(index.text).toContain(`<loc>${api.url}/sitemaps/${name}.xml</loc>`);
    expect((await fetch(`${api.url}/sitemaps/constructor.xml`)).status).toBe(404);
  });

  test('contain what visitors may see', async () => {
    const other = await api.startAnother();
    try {
      const hidden = await registerNewUser(client);
      const [visiblePost, deletedPost] = [
        await publishPost(client, author.token, 'One'),
        await publishPost(client, hidden.token, 'Two'),
      ];
      const comment = await publishPost(client, author.token, 'Three', visiblePost.id);
      const animal = await createAnimal(client, author.token);
      const adopted = await createAnimal(client, author.token);
      await client.ok(adoption.markAdopted, { token: author.token, params: { id: adopted.id } });
      const takenDownPost = await publishPost(client, author.token, 'Four');
      const takenDownAnimal = await createAnimal(client, author.token);
      for (const [call, { id }] of [
        [takeDownPost, takenDownPost],
        [takeDownAnimal, takenDownAnimal],
      ] as const)
        await client.ok(call, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
      const pending = await createCrowdfunding(api, author.dataUser.id);
      const active = await createActiveCrowdfunding(api, author.dataUser.id);
      await client.ok(accounts.deactivateProfile, { token: hidden.token });
      expect((await client.send(posts.getPost, { params: { id: deletedPost.id } })).status).toBe(404);
      const texts = await Promise.all(
        ['posts', 'animals', 'crowdfundings'].map(async (name) =>
          (await fetch(`${other.url}/sitemaps/${name}.xml`)).text(),
        ),
      );
      const isInTexts = (id: string) => texts.some((text) => text.includes(id));
      expect([visiblePost.id, animal.id, active].map(isInTexts)).toEqual([true, true, true]);
      const hiddenIds = [
        deletedPost.id,
        comment.id,
        takenDownPost.id,
        adopted.id,
        takenDownAnimal.id,
        pending,
      ];
      expect(hiddenIds.filter(isInTexts)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
