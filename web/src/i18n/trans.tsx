import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import type { TextNamespace } from './catalogues.ts';
import { findText, insertValues, type Values } from './i18n.ts';
import type { ElementsOf, KeyOf, TextOf, Translate, ValuesOf } from './text-types.ts';

type TransProps<Own extends TextNamespace, Namespaces extends TextNamespace, Key> = {
  readonly t: Translate<Own, Namespaces>;
  readonly i18nKey: Key;
  readonly components: ElementsOf<TextOf<Own, Key>, ReactElement>;
} & (keyof ValuesOf<TextOf<Own, Key>> extends never
  ? { readonly values?: undefined }
  : { readonly values: ValuesOf<TextOf<Own, Key>> });

/** Matches `<name/>` or `<name>contents</name>`. */
const ELEMENT = /<(\w+)(?:\/>|>(.*?)<\/\1>)/;

/** A text with elements: `<name/>` renders an element, `<name>…</name>` an element around part of the text. */
export function Trans<
  Own extends TextNamespace,
  Namespaces extends TextNamespace,
  const Key extends KeyOf<Own, Namespaces>,
>({ t, i18nKey, components, values }: TransProps<Own, Namespaces, Key>): ReactNode {
  const given: Values = values ?? {};
  const elements: Readonly<Record<string, ReactElement>> = components;
  // Splitting returns text, name, contents, text, …
  const fill = (text: string): ReactNode[] =>
    text.split(ELEMENT).map((part, index, parts) => {
      if (index % 3 === 0) return insertValues(part, given);
      const element = elements[part];
      if (index % 3 === 2 || !element) return null;
      const contents = parts[index + 1];
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key.
        <Fragment key={index}>
          {contents === undefined ? element : cloneElement(element, {}, ...fill(contents))}
        </Fragment>
      );
    });
  return fill(findText(t.namespace, i18nKey, given.count) ?? i18nKey);
}
