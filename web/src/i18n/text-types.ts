import type { EnglishTexts, TextNamespace } from './catalogues.ts';

/** Text key without its plural suffix. */
type Stem<Key extends string> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key;

type KeysIn<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Stem<Key> : `${Key}.${KeysIn<Texts[Key]>}`;
}[keyof Texts & string];

type KeyWithNamespace<Namespace extends TextNamespace> = Namespace extends TextNamespace
  ? `${Namespace}:${KeysIn<EnglishTexts[Namespace]>}`
  : never;

/** Key in the namespace `Own`, or prefixed key in one of `Namespaces`, as in `wallet:list.failure`. */
export type KeyOf<Own extends TextNamespace, Namespaces extends TextNamespace> =
  | (Own extends TextNamespace ? KeysIn<EnglishTexts[Own]> : never)
  | KeyWithNamespace<Namespaces>;

/** English text for a key; for plurals, the union of the forms with `{{count}}` as an additional placeholder. */
type TextIn<Texts, Key> = Key extends keyof Texts
  ? Texts[Key]
  : Key extends `${infer Name}.${infer Rest}`
    ? TextIn<Texts[Name & keyof Texts], Rest>
    : `${Texts[`${Key & string}_${'one' | 'other'}` & keyof Texts] & string}{{count}}`;

/** English text for a key. */
export type TextOf<Own extends TextNamespace, Key> = Key extends `${infer Namespace}:${infer Rest}`
  ? TextIn<EnglishTexts[Namespace & TextNamespace], Rest>
  : TextIn<EnglishTexts[Own], Key>;

type PlaceholdersIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

type ElementsIn<Text> = Text extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag extends `${infer Name}/` ? Name : Tag) | ElementsIn<Rest>
  : never;

/** Values for the placeholders in a text. */
export type ValuesOf<Text> = {
  readonly [Name in PlaceholdersIn<Text>]: Name extends 'count' ? number : string | number;
};

/** Elements in a text, by name. */
export type ElementsOf<Text, Element> = { readonly [Name in ElementsIn<Text>]: Element };

/** Translates keys. The compiler requires a value for every placeholder in the English text. */
export interface Translate<Own extends TextNamespace, Namespaces extends TextNamespace> {
  <Key extends KeyOf<Own, Namespaces>>(
    key: Key,
    ...values: keyof ValuesOf<TextOf<Own, Key>> extends never ? [] : [ValuesOf<TextOf<Own, Key>>]
  ): string;
  /** Namespace of keys without a prefix. */
  readonly namespace: Own;
}

/** Prefixed key of a text without placeholders. */
export type TextKey = {
  [Namespace in TextNamespace]: {
    [Key in KeyWithNamespace<Namespace>]: keyof ValuesOf<TextOf<never, Key>> extends never ? Key : never;
  }[KeyWithNamespace<Namespace>];
}[TextNamespace];
