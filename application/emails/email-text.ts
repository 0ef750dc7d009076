import type { Language } from '../../domain/kernel/language.ts';
import type { EmailContents, EmailKind } from '../../domain/ports/email.ts';

/** Text content of an email, without layout. */
export interface EmailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Link below the texts. */
  readonly footer?: { readonly label: string; readonly url: string };
}

/** Templates for some email kinds, in one language. */
export type EmailTemplates<Kinds extends EmailKind = EmailKind> = {
  readonly [Kind in Kinds]: (content: EmailContents[Kind]) => EmailText;
};

/** Templates for some email kinds, by language. */
export type LocalizedTemplates<Kinds extends EmailKind> = Readonly<Record<Language, EmailTemplates<Kinds>>>;
