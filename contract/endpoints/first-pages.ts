/** Paths of common entry pages, by page. The server renders them for visitors. */
export const FIRST_PAGE_PATHS = {
  home: '/',
  post: '/post/:id',
  profile: '/profile/:nickname',
  crowdfundings: '/crowdfundings',
  crowdfunding: '/crowdfundings/:id',
  animals: '/adoptable-animals',
  animal: '/adoptable-animals/:id',
  terms: '/terms',
  privacy: '/privacy',
} as const;

/** Name of a common entry page. */
export type FirstPage = keyof typeof FIRST_PAGE_PATHS;
