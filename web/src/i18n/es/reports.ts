import type { texts as english } from '../en/reports.ts';
import type { SameTexts } from '../same-texts.ts';

export const texts: SameTexts<typeof english> = {};
