/** Domain rules for the web client, which does not load the contract's schemas. */
export { cleanText, countCodePoints, foldCase, isolateText } from '../../domain/kernel/text.ts';
