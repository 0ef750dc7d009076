import type { Language } from '../../domain/kernel/language.ts';
import type { MailContents, MailKind } from '../../domain/ports/mail.ts';

/** Texts in an email, without layout. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Link below the texts. */
  readonly footer?: { readonly label: string; readonly url: string };
}

/** Templates for some email kinds, in one language. */
export type MailTemplates<Kinds extends MailKind = MailKind> = {
  readonly [Kind in Kinds]: (content: MailContents[Kind]) => MailText;
};

/** Templates for some email kinds, by language. */
export type LocalizedTemplates<Kinds extends MailKind> = Readonly<Record<Language, MailTemplates<Kinds>>>;
