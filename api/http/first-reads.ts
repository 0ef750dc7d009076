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
import { isRobot } from '../posts/robots.ts';
import { escapeForScript } from '../sharing/head.ts';
import type { DescribedPage } from '../sharing/page-texts.ts';
import {
  describeAnimal,
  describeCrowdfunding,
  describePost,
  describeProfile,
  type ShareSubject,
} from '../sharing/subject.ts';
import { READ_POSITION_HEADER } from './paging.ts';

/** A page of the client. */
export interface ClientPage {
  readonly path: RegExp;
  /** Module of the page in the web client. It is preloaded together with the entry module. */
  readonly module: string;
  /** Reads of the first screen. Named groups of `path` are their parameters. */
  readonly reads: readonly Endpoint[];
  /** Converts the first response to a link preview. If undefined, `text` describes the page. */
  readonly describe?: (body: never) => ShareSubject;
  readonly text?: DescribedPage;
}

/** The first responses of a page. */
export interface FirstReads {
  /** HTML element that contains the responses; an empty string if there are none. */
  readonly element: string;
  /** Status of the first response; undefined when it did not arrive in time. */
  readonly status?: number | undefined;
  /** Body of the first response, if it succeeded. */
  readonly body?: unknown;
}

/** Pages that visitors often open first. */
export const FIRST_PAGES: readonly ClientPage[] = [
  {
    path: /^\/$/,
    module: 'src/features/feed/home-page.tsx',
    reads: [postsEndpoints.forYouPublications, adoptionEndpoints.getAnimals],
    text: 'home',
  },
  {
    path: /^\/post\/(?<id>[\w-]+)$/,
    module: 'src/features/post-detail/post-page.tsx',
    reads: [postsEndpoints.getPost, postsEndpoints.getReplies],
    describe: describePost,
  },
  {
    path: /^\/profile\/(?<nickname>[\w.-]+)$/,
    module: 'src/features/profiles/pages/profile-page.tsx',
    reads: [accountsEndpoints.getProfile],
    describe: describeProfile,
  },
  {
    path: /^\/crowdfundings$/,
    module: 'src/features/crowdfunding/crowdfundings-page.tsx',
    reads: [crowdfundingEndpoints.activeCrowdfundings],
    text: 'crowdfundings',
  },
  {
    path: /^\/crowdfundings\/(?<id>[\w-]+)$/,
    module: 'src/features/crowdfunding/detail/crowdfunding-page.tsx',
    reads: [crowdfundingEndpoints.getCrowdfunding],
    describe: describeCrowdfunding,
  },
  {
    path: /^\/adoptable-animals$/,
    module: 'src/features/adoption/animals-page.tsx',
    reads: [adoptionEndpoints.getAnimals],
    text: 'animals',
  },
  {
    path: /^\/adoptable-animals\/(?<id>[\w-]+)$/,
    module: 'src/features/adoption/animal-page.tsx',
    reads: [adoptionEndpoints.getAnimal],
    describe: describeAnimal,
  },
  ...(['terms', 'privacy'] as const).map((text) => ({
    path: new RegExp(`^/${text}$`),
    module: 'src/features/legal/legal-page.tsx',
    reads: [],
    text,
  })),
];

/** Maximum delay of a page, in milliseconds. If a response takes longer, the client requests it itself. */
const MAX_DELAY_MS = 250;
const MAX_ROBOT_DELAY_MS = 3_000;

/** Request headers that identify the client for rate limits and view counts. */
const CLIENT_HEADERS = ['user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'host'] as const;
const RESPONSE_HEADERS = ['link', READ_POSITION_HEADER.toLowerCase()] as const;

const pickHeaders = <Name extends string>(
  headers: Readonly<Record<string, unknown>>,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

const fillPath = ({ path }: Endpoint, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

interface ReadResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as JSON. */
  readonly json: string;
}

const toElement = (responses: readonly ReadResponse[]): string => {
  const successful = responses.filter(({ status }) => status === 200);
  if (successful.length === 0) return '';
  const serializedReads = successful.map(
    ({ url, headers, json }) => `${JSON.stringify({ url, headers }).slice(0, -1)},"body":${json}}`,
  );
  return `<script type="application/json" id="${FIRST_READS_ID}">${escapeForScript(`[${serializedReads.join()}]`)}</script>`;
};

/**
 * Creates a function that reads the first responses of a page as a visitor. The element is empty for browsers
 * with a session, and when reads are refused or take too long. The timeout is longer for robots, because they
 * send no further requests.
 */
export function createFirstReads(
  listener: RequestListener,
): (http: Context, page: ClientPage) => Promise<FirstReads> {
  async function readEndpoint(http: Context, url: string): Promise<ReadResponse> {
    const { headers, socket } = http.req;
    const response = await inject(listener, {
      url,
      headers: pickHeaders(headers, CLIENT_HEADERS),
      remoteAddress: socket.remoteAddress ?? '',
    });
    return {
      url,
      status: response.statusCode,
      headers: pickHeaders(response.headers, RESPONSE_HEADERS),
      json: response.body,
    };
  }

  return async (http, { path, reads }) => {
    if (http.method !== 'GET' || http.cookies.get(SIGNED_IN_COOKIE)) return { element: '' };
    const params = path.exec(http.path)?.groups ?? {};
    const pendingResponses = Promise.all(
      reads.map((endpoint) => readEndpoint(http, fillPath(endpoint, params))),
    );
    const maxDelayMs = isRobot(http.get('User-Agent')) ? MAX_ROBOT_DELAY_MS : MAX_DELAY_MS;
    const responses =
      (await withTimeout(
        pendingResponses.catch(() => []),
        maxDelayMs,
      )) ?? [];
    const [firstResponse] = responses;
    return {
      element: toElement(responses),
      status: firstResponse?.status,
      ...(firstResponse?.status === 200 && { body: JSON.parse(firstResponse.json) }),
    };
  };
}
