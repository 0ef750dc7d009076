export const texts = {
  ban: {
    name: 'Ban {{name}}',
    short: 'Ban',
    title: 'Ban {{name}}?',
    warning: 'The account is logged out everywhere and hidden until staff reactivate it.',
    suspensionWarning: 'The account is logged out everywhere and hidden until the ban ends by itself.',
    duration: 'For how long?',
    forGood: 'Until staff lift the ban',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    cancelCampaigns: 'Also cancel its crowdfundings and refund their donors',
  },
  done: {
    accountReactivated: 'The account has been successfully reactivated.',
    accountBanned: 'The account has been successfully banned.',
    accountSuspended: 'The account has been successfully suspended.',
  },
  reactivate: {
    name: 'Reactivate {{name}}',
    short: 'Reactivate',
    question: 'Reactivate {{name}}?',
    warning: 'The ban is lifted, and the account can log in again.',
  },
} as const;
