import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Card, ErrorText, keepFocus } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { useInvalidFieldFocus } from '../../ui/use-invalid-field-focus.ts';
import styles from './creation.module.css';
import type { useCreation } from './use-creation.ts';

interface CreationPageProps {
  readonly title: string;
  readonly submit: string;
  readonly form: Pick<ReturnType<typeof useCreation>, 'send' | 'problem' | 'isSending'>;
  readonly children: ReactNode;
  readonly preview: ReactNode;
}

/** A page below /new-post: a form and its preview. */
export function CreationPage({ title, submit, form, children, preview }: CreationPageProps) {
  const { t } = useTranslation('app');
  const { send, problem, isSending } = form;
  const formRef = useInvalidFieldFocus(problem);

  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  return (
    <Page width="60rem">
      <PageHeader title={title} back={{ to: '/new-post', label: t('layout.createPost') }} />
      <div className={styles.columns}>
        <Card>
          <form ref={formRef} className={styles.form} onSubmit={submitForm} noValidate>
            {children}
            <ErrorText>{problem}</ErrorText>
            <Button type="submit" busy={isSending} onMouseDown={keepFocus}>
              {submit}
            </Button>
          </form>
        </Card>
        {preview}
      </div>
    </Page>
  );
}

/** Preview of the item as it will appear in its list. */
export function Preview({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shared');
  return (
    <aside className={styles.preview} aria-label={t('preview')}>
      <p className={styles.previewTitle}>{t('preview')}</p>
      {children}
    </aside>
  );
}

/** Placeholder for an empty field in a preview. */
export function PreviewPlaceholder({ children }: { readonly children: string }) {
  return <span className={styles.notYet}>{children}</span>;
}
