export const texts = {
  title: 'Dashboard',
  audit: 'Audit the coins',
  week: {
    title: 'Last 7 days',
    table: 'Figures of each day',
    day: 'Day',
    approved: 'approved in all',
  },
  figures: {
    newUsers: 'New users',
    newPosts: 'New posts',
    donations: 'Coins donated',
    totalOrgs: 'Organizations',
  },
  verdicts: {
    approve: 'Approve',
    decline: 'Decline',
  },
  names: {
    approve: 'Approve {{name}}',
    decline: 'Decline {{name}}',
  },
  questions: {
    approve: 'Approve {{name}}?',
    decline: 'Decline {{name}}?',
  },
  organizations: {
    title: 'Organizations to approve',
    loading: 'Loading organizations',
    none: 'No organization is waiting for approval.',
    failure: 'Error getting organizations.',
    registered: 'Registered <time/>',
    warning: 'The account will be deleted. This action cannot be reversed.',
  },
  crowdfundings: {
    title: 'Crowdfundings to approve',
    loading: 'Loading crowdfundings',
    none: 'No crowdfunding is waiting for approval.',
    failure: 'Error getting crowdfundings.',
    facts_one: '<amount/> coins in {{count}} day · by <creator/> · <time/>',
    facts_other: '<amount/> coins in {{count}} days · by <creator/> · <time/>',
    warning: 'The campaign is rejected for good; its creator may ask for another one.',
  },
  deactivated: {
    title: 'Deactivated profiles',
    loading: 'Loading profiles',
    none: 'No profile is deactivated.',
    noneFits: 'No deactivated profile has such a nickname.',
    failure: 'Error getting deactivated profiles.',
    search: 'Nickname contains',
    states: { INACTIVE: 'Deactivated', BANNED: 'Banned' },
  },
} as const;
