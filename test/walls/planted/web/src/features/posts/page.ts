import '../accounts/page.ts';

export const page = 'features-are-apart';
