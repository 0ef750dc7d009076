import type { RequestListener } from 'node:http';
import type { Context } from 'koa';
import inject from 'light-my-request';
import { withTimeout } from '../../common/timing.ts';
import { accountsEndpoints } from '../../contract/endpoints/accounts.ts';
import { adoptionEndpoints } from '../../contract/endpoints/adoption.ts';
import { crowdfundingEndpoints } from '../../contract/endpoints/crowdfunding.ts';
import { createReadPath, type Endpoint, type EndpointArguments } from '../../contract/endpoints/endpoint.ts';
import type { FirstPage } from '../../contract/endpoints/first-pages.ts';
import { FIRST_READS_ID, type FirstRead, SIGNED_IN_COOKIE } from '../../contract/endpoints/first-reads.ts';
import { legalEndpoints } from '../../contract/endpoints/legal.ts';
import { postsEndpoints } from '../../contract/endpoints/posts.ts';
import { isLanguage, LANGUAGE_PARAMETER, LANGUAGES, type Language } from '../../contract/rules/languages.ts';
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

/** Path parameters of a page, by name. */
export type PathParameters = Readonly<Record<string, string>>;

interface PageRead {
  readonly endpoint: Endpoint;
  /** Default: the path parameters of the page. */
  readonly getArguments?: (params: PathParameters, language: Language) => EndpointArguments;
}

/** A page that visitors often open first. */
export interface ClientPage {
  /** Web client modules of the page, which are preloaded together with the entry module. */
  readonly modules: readonly string[];
  readonly reads: readonly PageRead[];
  /** Converts the first response to a link preview. If undefined, the texts of `describedPage` are used. */
  readonly describe?: (body: never) => ShareSubject;
  readonly describedPage?: DescribedPage;
  /** Whether the responses are used only for the link preview and the status of the page. */
  readonly isHeadOnly?: boolean;
}

/** The API responses that are embedded in a page. */
export interface FirstReads {
  /** A JSON array of `FirstRead`; null if there are none. */
  readonly json: string | null;
  readonly isComplete: boolean;
  /** HTTP status of the first response; undefined when it did not arrive in time. */
  readonly status?: number | undefined;
  /** Body of the first response; undefined if the request failed. */
  readonly body?: unknown;
}

const createLegalTextRead = (document: string): PageRead => ({
  endpoint: legalEndpoints.getLegalText,
  getArguments: (_, language) => ({ document, language }),
});

const LEGAL_MODULES = ['src/features/legal/legal-page.tsx'];

/** Modules and requests for the first screen of each page. */
export const CLIENT_PAGES: Readonly<Record<FirstPage, ClientPage>> = {
  home: {
    modules: [
      'src/features/feed/home-page.tsx',
      'src/features/feed/discovery/discovery-card.tsx',
      'src/features/feed/discovery/discovery-lists.tsx',
    ],
    reads: [
      { endpoint: postsEndpoints.forYouPublications },
      { endpoint: adoptionEndpoints.getAnimals },
      { endpoint: crowdfundingEndpoints.activeCrowdfundings, getArguments: () => ({ sort: 'ending' }) },
    ],
    describedPage: 'home',
  },
  post: {
    modules: ['src/features/post-detail/post-page.tsx'],
    reads: [
      { endpoint: postsEndpoints.getPost },
      { endpoint: postsEndpoints.getReplies, getArguments: ({ id }) => ({ id, page: '1' }) },
    ],
    describe: describePost,
  },
  profile: {
    modules: ['src/features/profiles/pages/profile-page.tsx'],
    reads: [
      { endpoint: accountsEndpoints.getProfile },
      {
        endpoint: postsEndpoints.profilePublications,
        getArguments: ({ nickname }) => ({ profile: nickname }),
      },
    ],
    describe: describeProfile,
  },
  crowdfundings: {
    modules: ['src/features/crowdfunding/crowdfundings-page.tsx'],
    reads: [{ endpoint: crowdfundingEndpoints.activeCrowdfundings }],
    describedPage: 'crowdfundings',
  },
  crowdfunding: {
    modules: ['src/features/crowdfunding/detail/crowdfunding-page.tsx'],
    reads: [{ endpoint: crowdfundingEndpoints.getCrowdfunding }],
    describe: describeCrowdfunding,
  },
  animals: {
    modules: ['src/features/adoption/animals-page.tsx'],
    reads: [{ endpoint: adoptionEndpoints.getAnimals }],
    describedPage: 'animals',
  },
  animal: {
    modules: ['src/features/adoption/animal-page.tsx'],
    reads: [{ endpoint: adoptionEndpoints.getAnimal }],
    describe: describeAnimal,
  },
  terms: { modules: LEGAL_MODULES, reads: [createLegalTextRead('terms')], describedPage: 'terms' },
  privacy: { modules: LEGAL_MODULES, reads: [createLegalTextRead('privacy')], describedPage: 'privacy' },
};

/** A page of the content of a profile, such as its followers. Its link preview is the one of the profile. */
export const PROFILE_CONTENT_PAGE: ClientPage = {
  modules: [],
  reads: [{ endpoint: accountsEndpoints.getProfile, getArguments: ({ nickname }) => ({ nickname }) }],
  describe: describeProfile,
  isHeadOnly: true,
};

/** Maximum wait for the responses of a page, in milliseconds. The client requests late responses itself. */
const MAX_READS_MS = 250;
const MAX_ROBOT_DELAY_MS = 3_000;

/** Headers of the page request on which rate limits and view counts depend. */
const CLIENT_HEADERS = ['user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'host'];
const RESPONSE_HEADERS = ['link', READ_POSITION_HEADER.toLowerCase()];

const pickHeaders = (headers: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

/** Returns the language from the page URL, or else the one that the browser prefers. */
export function getPageLanguage(http: Context): Language {
  const requestedLanguage = http.query[LANGUAGE_PARAMETER];
  if (isLanguage(requestedLanguage)) return requestedLanguage;
  return (http.acceptsLanguages([...LANGUAGES]) || LANGUAGES[0]) as Language;
}

/** Loads the first responses for a page. `params` are its path parameters. */
export type LoadFirstReads = (http: Context, page: ClientPage, params: PathParameters) => Promise<FirstReads>;

const NO_READS: FirstReads = { json: null, isComplete: false };

interface ReadResponse extends Omit<FirstRead, 'body'> {
  readonly status: number;
  readonly json: string;
}

function serializeReads(responses: readonly ReadResponse[]): string | null {
  const reads = responses
    .filter(({ status }) => status === 200)
    .map(({ status: _, json, ...read }) => `${JSON.stringify(read).slice(0, -1)},"body":${json}}`);
  return reads.length > 0 ? `[${reads.join()}]` : null;
}

/** Creates the HTML element that contains the first responses. */
export const createReadsElement = (json: string): string =>
  `<script type="application/json" id="${FIRST_READS_ID}">${escapeForScript(json)}</script>`;

/** Returns `browserMs`, or 3 s for robots, because they send no further requests. */
export const getMaxDelayMs = (http: Context, browserMs: number): number =>
  isRobot(http.get('User-Agent')) ? MAX_ROBOT_DELAY_MS : browserMs;

/**
 * Creates a function that loads the first responses of a page as a visitor would. It returns none for browsers with a
 * session, or when a request fails or takes too long.
 */
export function createFirstReadsLoader(listener: RequestListener): LoadFirstReads {
  async function requestRead(
    http: Context,
    { endpoint, getArguments }: PageRead,
    params: PathParameters,
  ): Promise<ReadResponse> {
    const { headers, socket } = http.req;
    const args = getArguments?.(params, getPageLanguage(http)) ?? params;
    const url = createReadPath(endpoint, args);
    const response = await inject(listener, {
      url,
      headers: pickHeaders(headers, CLIENT_HEADERS),
      remoteAddress: socket.remoteAddress ?? '',
    });
    return {
      name: endpoint.name,
      args,
      url,
      status: response.statusCode,
      headers: pickHeaders(response.headers, RESPONSE_HEADERS),
      json: response.body,
    };
  }

  return async (http, { reads, isHeadOnly }, params) => {
    if (http.method !== 'GET' || http.cookies.get(SIGNED_IN_COOKIE)) return NO_READS;
    const pendingResponses = Promise.all(reads.map((pageRead) => requestRead(http, pageRead, params)));
    const responses = await withTimeout(
      pendingResponses.catch(() => undefined),
      getMaxDelayMs(http, MAX_READS_MS),
    );
    if (!responses) return NO_READS;
    const [firstResponse] = responses;
    return {
      json: isHeadOnly ? null : serializeReads(responses),
      isComplete: !isHeadOnly && responses.every(({ status }) => status === 200),
      status: firstResponse?.status,
      ...(firstResponse?.status === 200 && { body: JSON.parse(firstResponse.json) }),
    };
  };
}
