export const texts = {
  titles: { terms: 'Terms and conditions', privacy: 'Privacy policy' },
  loading: 'Loading the text',
  failure: 'The text could not be loaded.',
} as const;
