/** Data from which the path of a notification's page is built. */
export interface PageParameters {
  readonly subjectId: string;
  readonly actorId: string;
  readonly actorNickname: string;
}

const PATHS = {
  post: ({ subjectId }: PageParameters) => `/post/${subjectId}`,
  crowdfunding: ({ subjectId }: PageParameters) => `/crowdfundings/${subjectId}`,
  'crowdfunding-updates': ({ subjectId }: PageParameters) => `/crowdfundings/${subjectId}?tab=updates`,
  animal: ({ subjectId }: PageParameters) => `/adoptable-animals/${subjectId}`,
  conversation: ({ actorId }: PageParameters) => `/conversations/${actorId}`,
  profile: ({ actorNickname }: PageParameters) => `/profile/${actorNickname}`,
  'own-profile': () => '/profile',
  wallet: () => '/wallet',
  adjustments: () => '/dashboard/audit/adjustments',
} as const satisfies Record<string, (parameters: PageParameters) => string>;

/** Page that a notification links to, on the screen and in its email. */
export type NotificationPage = keyof typeof PATHS;

/** Returns the path of a notification's page in the client. */
export const getPagePath = (page: NotificationPage, parameters: PageParameters): string =>
  PATHS[page](parameters);
