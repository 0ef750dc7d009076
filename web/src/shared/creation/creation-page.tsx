import type { FormEvent, ReactNode } from 'react';
import { tell } from '../../i18n/index.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, Card, keepFocus, PageHeading } from '../../ui/index.ts';
import { useWrongFocus } from '../../ui/use-wrong-focus.ts';
import styles from './creation.module.css';
import type { useCreation } from './use-creation.ts';

export interface CreationPageProps {
  readonly title: string;
  /** The name of the page where one chooses what to create. */
  readonly back: string;
  /** Text of the button. */
  readonly submit: string;
  readonly form: Pick<ReturnType<typeof useCreation>, 'send' | 'problem' | 'sending'>;
  readonly children: ReactNode;
  /** What will come of it. */
  readonly preview: ReactNode;
}

/** A page below /new-post: a form, beside what will come of it. */
export function CreationPage({ title, back, submit, form, children, preview }: CreationPageProps) {
  const { send, problem, sending } = form;
  const place = useWrongFocus(problem);

  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BackLink to="/new-post">{back}</BackLink>
        <PageHeading>{title}</PageHeading>
      </header>
      <div className={styles.columns}>
        <Card>
          <form ref={place} className={styles.form} onSubmit={submitForm} noValidate>
            {children}
            {problem && (
              <p className={styles.problem} role="alert">
                {tell(problem)}
              </p>
            )}
            <Button type="submit" busy={sending} onMouseDown={keepFocus}>
              {submit}
            </Button>
          </form>
        </Card>
        {preview}
      </div>
    </div>
  );
}

export interface PreviewProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** How it will look in its list. */
export function Preview({ title, children }: PreviewProps) {
  return (
    <aside className={styles.preview} aria-label={title}>
      <p className={styles.previewTitle}>{title}</p>
      {children}
    </aside>
  );
}

/** What stands in a preview in place of something that is not typed yet. */
export function NotYet({ children }: { readonly children: string }) {
  return <span className={styles.notYet}>{children}</span>;
}
