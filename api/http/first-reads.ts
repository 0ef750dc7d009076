import type { RequestListener } from 'node:http';
import type { Context } from 'koa';
import inject from 'light-my-request';
import { withTimeout } from '../../common/timing.ts';
import { accountsEndpoints } from '../../contract/endpoints/accounts.ts';
import { adoptionEndpoints } from '../../contract/endpoints/adoption.ts';
import { crowdfundingEndpoints } from '../../contract/endpoints/crowdfunding.ts';
import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import { FIRST_READS_ID, SIGNED_IN_COOKIE } from '../../contract/endpoints/first-reads.ts';
import { postsEndpoints } from '../../contract/endpoints/posts.ts';
import { READ_POSITION_HEADER } from './paging.ts';

/** A page of the client. */
export interface ClientPage {
  readonly path: RegExp;
  /** Module of the page in the web client, to be loaded together with the entry. */
  readonly module: string;
  /** Reads of the first screen. Groups of the path are their parameters. */
  readonly reads: readonly Endpoint[];
}

/** The pages that are often opened first. */
export const FIRST_PAGES: readonly ClientPage[] = [
  {
    path: /^\/$/,
    module: 'src/features/feed/home-page.tsx',
    reads: [postsEndpoints.forYouPublications, adoptionEndpoints.getAnimals],
  },
  {
    path: /^\/post\/(?<id>[\w-]+)$/,
    module: 'src/features/post-detail/post-page.tsx',
    reads: [postsEndpoints.getPost, postsEndpoints.getReplies],
  },
  {
    path: /^\/profile\/(?<nickname>[\w.-]+)$/,
    module: 'src/features/profiles/pages/profile-page.tsx',
    reads: [accountsEndpoints.getProfile],
  },
  {
    path: /^\/crowdfundings$/,
    module: 'src/features/crowdfunding/crowdfundings-page.tsx',
    reads: [crowdfundingEndpoints.activeCrowdfundings],
  },
  {
    path: /^\/crowdfundings\/(?<id>[\w-]+)$/,
    module: 'src/features/crowdfunding/detail/crowdfunding-page.tsx',
    reads: [crowdfundingEndpoints.getCrowdfunding],
  },
  {
    path: /^\/adoptable-animals$/,
    module: 'src/features/adoption/animals-page.tsx',
    reads: [adoptionEndpoints.getAnimals],
  },
  {
    path: /^\/adoptable-animals\/(?<id>[\w-]+)$/,
    module: 'src/features/adoption/animal-page.tsx',
    reads: [adoptionEndpoints.getAnimal],
  },
];

/** Longest delay of a page, in milliseconds. Without a response by then, the client requests it. */
const MAX_DELAY_MS = 250;

/** Headers of a request that identify its client to limits and view counts. */
const CLIENT_HEADERS = ['user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'host'] as const;
const RESPONSE_HEADERS = ['link', READ_POSITION_HEADER.toLowerCase()] as const;

const pick = <Name extends string>(headers: Readonly<Record<string, unknown>>, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

/** Inside of JSON, `<` occurs in texts only. Escaped, no text can end the element. */
const escapeForScript = (json: string): string => json.replaceAll('<', '\\u003c');

const fillPath = ({ path }: Endpoint, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/**
 * Creates the reader of a page's first responses: those that the API gives to a visitor, as an element for the HTML.
 * Returns an empty text if there are none, for browsers with a session and for clients that are late or refused.
 */
export function createFirstReads(
  answer: RequestListener,
): (http: Context, page: ClientPage) => Promise<string> {
  async function read(http: Context, url: string): Promise<string | null> {
    const { headers, socket } = http.req;
    const response = await inject(answer, {
      url,
      headers: pick(headers, CLIENT_HEADERS),
      remoteAddress: socket.remoteAddress ?? '',
    });
    if (response.statusCode !== 200) return null;
    const about = JSON.stringify({ url, headers: pick(response.headers, RESPONSE_HEADERS) });
    return `${about.slice(0, -1)},"body":${response.body}}`;
  }

  return async (http, { path, reads }) => {
    if (http.method !== 'GET' || http.cookies.get(SIGNED_IN_COOKIE)) return '';
    const params = path.exec(http.path)?.groups ?? {};
    const all = Promise.all(reads.map((endpoint) => read(http, fillPath(endpoint, params))));
    const found =
      (
        await withTimeout(
          all.catch(() => []),
          MAX_DELAY_MS,
        )
      )?.filter((one) => one !== null) ?? [];
    if (found.length === 0) return '';
    const json = escapeForScript(`[${found.join()}]`);
    return `<script type="application/json" id="${FIRST_READS_ID}">${json}</script>`;
  };
}
