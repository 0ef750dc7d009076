import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getLegalText, LEGAL_DOCUMENTS, type LegalDocument } from '../../contract/legal.ts';
import { LANGUAGES, type Language } from '../../contract/rules/languages.ts';
import { defineRoute, type Route } from '../http/route.ts';

const FOLDER = fileURLToPath(new URL('../../docs/legal', import.meta.url));

/** Matches the title. It is removed from the text, because the page displays its own title. */
const TITLE = /^# .*\n/;

async function renderMarkdown(markdown: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it');
  return new MarkdownIt({ html: false }).render(markdown);
}

/**
 * Reads the legal texts, such as `terms.en.md`, which are Markdown without HTML. Returns a function that renders a
 * text when it is first requested.
 * @throws Error when a file cannot be read
 */
export function readLegalTexts(folder = FOLDER) {
  const readText = (name: string): string => readFileSync(join(folder, name), 'utf8').replace(TITLE, '');
  const names = LANGUAGES.flatMap((language) =>
    LEGAL_DOCUMENTS.map((document) => `${document}.${language}.md`),
  );
  const markdownByName = new Map(names.map((name) => [name, readText(name)]));
  const htmlByName = new Map<string, string>();
  return async (document: LegalDocument, language: Language): Promise<string> => {
    const name = `${document}.${language}.md`;
    const html = htmlByName.get(name) ?? (await renderMarkdown(markdownByName.get(name) ?? ''));
    htmlByName.set(name, html);
    return html;
  };
}

/** Creates the route for the legal texts. */
export function createLegalRoutes(): readonly Route[] {
  const renderText = readLegalTexts();
  return [
    defineRoute(getLegalText, async ({ params: { document, language } }) => ({
      html: await renderText(document, language),
    })),
  ];
}
