export const texts = {
  title: 'Donate {{coins}}',
  donation: 'Your donation',
  wallet: 'In your wallet',
  purchase: 'You buy now',
  left: 'Stays in your wallet',
  smallest: 'The smallest purchase is {{coins}}.',
  preparing: 'Preparing the payment',
  failure: 'The payment could not be prepared.',
  pay: 'Pay {{euros}} and donate',
  notPaid: 'The payment was not made.',
  because: 'The payment was not made: {{reason}}',
  making: 'Your donation is being made',
  processing:
    'Your bank is still processing the payment. Your donation is made when the money arrives, even if you leave this page.',
  thanks: {
    title: 'Thank you!',
    given: 'You have donated {{coins}} to “{{title}}”.',
    receipt: 'Your receipt',
    trail: 'Follow the coins',
    line: 'Line {{line}} of the coin trail',
  },
  refused: {
    title: 'Your donation was not made',
    coins: 'The coins are in your wallet.',
    back: 'To the crowdfunding',
  },
} as const;
