/** Plurals that Spanish has and English lacks: one for millions. */
type MorePlurals<English> = {
  readonly [Key in keyof English as Key extends `${infer Stem}_other` ? `${Stem}_many` : never]: string;
};

/** What a catalogue has to hold to say all that an English one says. */
export type SameTexts<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : SameTexts<English[Key]>;
} & MorePlurals<English>;
