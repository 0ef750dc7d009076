/** Paths of the pages that visitors often open first, by page. The server renders these pages for visitors. */
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

/** A page that visitors often open first. */
export type FirstPage = keyof typeof FIRST_PAGE_PATHS;
