import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLegalTexts } from '../../api/legal/texts.ts';
import { getLegalText, LEGAL_DOCUMENTS } from '../../contract/legal.ts';
import { LANGUAGES } from '../../contract/rules/languages.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const LOCALIZED_DOCUMENTS = LANGUAGES.flatMap((language) =>
  LEGAL_DOCUMENTS.map((document) => [document, language] as const),
);

test.each(LOCALIZED_DOCUMENTS)('returns %s in %s as HTML without its title', async (document, language) => {
  const { html } = await client.ok(getLegalText, { params: { document, language } });
  expect(html).toMatch(/^<p>/);
  expect(html).toContain('<h2>');
  expect(html).not.toContain('<h1>');
});

test('has the same structure in both languages', async () => {
  for (const document of LEGAL_DOCUMENTS) {
    const outlines = await Promise.all(
      LANGUAGES.map(async (language) => {
        const { html } = await client.ok(getLegalText, { params: { document, language } });
        return html.match(/<(h2|li|tr)>/g);
      }),
    );
    expect(outlines[0]).toEqual(outlines[1]);
  }
});

test.each(['/api/legal/imprint/en', '/api/legal/terms/fr'])('returns 404 for %s', async (path) => {
  const response = await fetch(api.url + path);
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
});

test('texts of an operator replace the defaults, and cannot contain HTML', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-legal-'));
  const markdown = '# Our terms\n\nBe **kind**. <script>alert(1)</script> [Here](javascript:alert(1))\n';
  await Promise.all(
    LOCALIZED_DOCUMENTS.map(([document, language]) =>
      writeFile(join(folder, `${document}.${language}.md`), markdown),
    ),
  );
  const renderText = readLegalTexts(folder);
  expect((await renderText('terms', 'en')).trim()).toBe(
    '<p>Be <strong>kind</strong>. &lt;script&gt;alert(1)&lt;/script&gt; [Here](javascript:alert(1))</p>',
  );
  await rm(join(folder, 'privacy.es.md'));
  expect(() => readLegalTexts(folder)).toThrow(/privacy\.es\.md/);
  await rm(folder, { recursive: true });
});
