import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEGAL_DOCUMENTS, type LegalDocument } from '../../contract/legal.ts';
import { LANGUAGES, type Language } from '../../contract/rules/languages.ts';

/** Returns a legal text as HTML. */
export type RenderLegalText = (document: LegalDocument, language: Language) => Promise<string>;

const FOLDER = fileURLToPath(new URL('../../docs/legal', import.meta.url));

/** Matches the title. It is removed from the text, because the page displays its own title. */
const TITLE = /^# .*\n/;

/** Renders Markdown that contains no HTML. Loads the Markdown library on first use. */
async function renderMarkdown(markdown: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it');
  return new MarkdownIt({ html: false }).render(markdown);
}

/**
 * Reads the legal texts, such as `terms.en.md`. They are Markdown without HTML. Each text is rendered when it
 * is first requested.
 * @throws Error when a file cannot be read
 */
export function readLegalTexts(folder = FOLDER): RenderLegalText {
  const readText = (name: string): string => readFileSync(join(folder, name), 'utf8').replace(TITLE, '');
  const names = LANGUAGES.flatMap((language) =>
    LEGAL_DOCUMENTS.map((document) => `${document}.${language}.md`),
  );
  const markdownByName = new Map(names.map((name) => [name, readText(name)]));
  const htmlByName = new Map<string, string>();
  return async (document, language) => {
    const name = `${document}.${language}.md`;
    const html = htmlByName.get(name) ?? (await renderMarkdown(markdownByName.get(name) ?? ''));
    htmlByName.set(name, html);
    return html;
  };
}
