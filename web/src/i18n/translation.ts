/** Plural keys that exist in Spanish but not in English: `_many`, for millions. */
type ManyPlurals<English> = {
  readonly [Key in keyof English as Key extends `${infer Stem}_other` ? `${Stem}_many` : never]: string;
};

type Translated<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translated<English[Key]>;
} & ManyPlurals<English>;

/** Type of a module that translates all texts of an English catalogue. */
export type TranslationOf<English extends { readonly texts: object }> = Translated<English['texts']>;
