import { loadCatalogue, NAMESPACES } from './catalogues.ts';

type Texts = { readonly [key: string]: string | Texts };

const flatten = (texts: Texts, path = ''): (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : flatten(value, `${path}${key}.`),
  );

/** Returns the elements in a text and its placeholders without their formats. */
const getPlaceholders = (text: string): string[] => [...new Set(text.match(/\{\{\w+|<\/?\w+/g) ?? [])].sort();

const removePlural = (key: string): string => key.replace(/_(?:one|many|other)$/, '');

describe.each(NAMESPACES.filter((name) => name !== 'problems'))('%s', (namespace) => {
  const load = async (language: 'en' | 'es') =>
    new Map(flatten((await loadCatalogue(language, namespace)) as Texts));

  test('has the same keys in both languages', async () => {
    const [english, spanish] = [await load('en'), await load('es')];
    const keys = [...spanish.keys()].filter((key) => !key.endsWith('_many'));
    expect(keys.sort()).toEqual([...english.keys()].sort());
    const millions = [...english.keys()].filter((key) => key.endsWith('_other'));
    for (const key of millions) expect(spanish.has(key.replace(/_other$/, '_many'))).toBe(true);
  });

  test('has the same placeholders in both languages', async () => {
    const english = await load('en');
    for (const [key, text] of await load('es')) {
      const englishText = english.get(key) ?? english.get(`${removePlural(key)}_other`) ?? '';
      expect([key, getPlaceholders(text)]).toEqual([key, getPlaceholders(englishText)]);
    }
  });

  test('has no empty text and no untranslated sentence', async () => {
    const english = await load('en');
    for (const [key, text] of await load('es')) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      if (/\w+ \w+ \w+/.test(text)) expect([key, text]).not.toEqual([key, english.get(key)]);
    }
  });
});
