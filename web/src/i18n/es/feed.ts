import type { texts as english } from '../en/feed.ts';
import type { SameTexts } from '../same-texts.ts';

export const texts: SameTexts<typeof english> = {};
