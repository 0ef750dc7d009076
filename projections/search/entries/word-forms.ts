/**
 * Returns SQL for a `tsquery` that matches documents with all words in any of their Spanish or English forms. `words` is
 * a parameter with the result of `toSearchWords`, `spanishWords` one with that of `toSpanishWords`. As in the documents,
 * stems have no diaeresis, so that `averigüé` and `averiguar` are forms of one word.
 */
export const createFormsQuery = (words: string, spanishWords: string): string => `(
  plainto_tsquery('pg_catalog.spanish', ${words}) || plainto_tsquery('pg_catalog.english', ${words})
  || translate(plainto_tsquery('pg_catalog.spanish', ${spanishWords})::text, 'ü', 'u')::tsquery)`;
