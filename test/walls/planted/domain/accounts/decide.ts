import '../posts/decide.ts';

export const decide = 'contexts-are-apart';
