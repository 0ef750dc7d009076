/** Domain rules for the web client, which does not load the schemas of the contract. */
export { cleanText, countCodePoints, foldCase, isolateText } from '../../domain/kernel/text.ts';
