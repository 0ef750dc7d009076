import { formatNumber } from './formats.ts';
import { currentLanguage, i18n } from './i18n.ts';

type Sentences = Readonly<Record<string, string>>;
type Pattern = { readonly matches: RegExp; readonly names: readonly string[]; readonly text: string };

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patterns = new WeakMap<Sentences, readonly Pattern[]>();

function patternOf([sentence, text]: [string, string]): Pattern {
  const pieces = sentence.split(PLACEHOLDER);
  const source = pieces.map((piece, at) => (at % 2 ? '(.+)' : escaped(piece))).join('');
  return { matches: new RegExp(`^${source}$`, 's'), names: pieces.filter((_, at) => at % 2), text };
}

function patternsOf(sentences: Sentences): readonly Pattern[] {
  const known = patterns.get(sentences);
  if (known) return known;
  const made = Object.entries(sentences)
    .filter(([sentence]) => sentence.includes('{{'))
    .map(patternOf);
  patterns.set(sentences, made);
  return made;
}

/** A value out of a sentence, where numbers have only digits. */
const shown = (value: string): string => (/^\d+$/.test(value) ? formatNumber(Number(value)) : value);

function byPattern(sentences: Sentences, sentence: string): string | undefined {
  for (const { matches, names, text } of patternsOf(sentences)) {
    const values = matches.exec(sentence)?.slice(1);
    if (values)
      return text.replace(PLACEHOLDER, (_, name: string) => shown(values[names.indexOf(name)] ?? ''));
  }
  return undefined;
}

/** What the server calls what was erased, or is not shown. */
const NAMELESS = ['Erased account', 'Erased crowdfunding', 'Hidden account'];

/** A name or title as it is shown: that of something erased or hidden in the language on the screen, any other as it is. */
export const tellName = (name: string): string => (NAMELESS.includes(name) ? tell(name) : name);

/**
 * A sentence of the server or of the contract's rules, which are English, in the language on the screen; one that the
 * catalogue lacks, or that is in that language already, as it is.
 */
export function tell(sentence: string): string {
  const sentences: Sentences | undefined = i18n.getResourceBundle(currentLanguage(), 'sentences');
  if (!sentences) return sentence;
  return (
    (Object.hasOwn(sentences, sentence) ? sentences[sentence] : byPattern(sentences, sentence)) ?? sentence
  );
}
