/** Plural keys that exist in Spanish but not in English: `_many`, for millions. */
type ManyPlurals<English> = {
  readonly [Key in keyof English as Key extends `${infer Stem}_other` ? `${Stem}_many` : never]: string;
};

/** Type of a catalogue that translates all texts in an English catalogue. */
export type TranslationOf<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : TranslationOf<English[Key]>;
} & ManyPlurals<English>;
