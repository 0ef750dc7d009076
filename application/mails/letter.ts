import type { Language } from '../../domain/kernel/language.ts';
import type { MailContents, MailKind } from '../../domain/ports/mail.ts';

/** Texts of an email, without layout. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** A link below the texts. */
  readonly footer?: { readonly label: string; readonly url: string };
}

export type Letters<Kinds extends MailKind = MailKind> = {
  readonly [Kind in Kinds]: (content: MailContents[Kind]) => Letter;
};

/** Texts of some kinds of emails, by language. */
export type LettersOf<Kinds extends MailKind> = Readonly<Record<Language, Letters<Kinds>>>;
