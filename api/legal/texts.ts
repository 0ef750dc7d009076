import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { LEGAL_DOCUMENTS, type LegalDocument } from '../../contract/legal.ts';
import { LANGUAGES, type Language } from '../../contract/rules/languages.ts';

/** HTML of the legal texts by language and document. */
export type LegalTexts = Readonly<Record<Language, Readonly<Record<LegalDocument, string>>>>;

const FOLDER = fileURLToPath(new URL('../../docs/legal', import.meta.url));

/** The page shows the title itself. */
const TITLE = /^# .*\n/;

/**
 * Reads the legal texts, which are Markdown without HTML: `terms.en.md` and so on.
 * @throws Error when a file cannot be read
 */
export function readLegalTexts(folder = FOLDER): LegalTexts {
  const markdown = new MarkdownIt({ html: false });
  const read = (document: LegalDocument, language: Language): string =>
    markdown.render(readFileSync(join(folder, `${document}.${language}.md`), 'utf8').replace(TITLE, ''));
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(LEGAL_DOCUMENTS.map((document) => [document, read(document, language)])),
    ]),
  ) as LegalTexts;
}
