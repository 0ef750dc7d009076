import { Compass } from 'lucide-react';
import { useTranslation } from '../i18n/index.ts';
import { Button, Card, EmptyState, PageHeading } from '../ui/index.ts';
import { Page } from '../ui/page.tsx';

/** Placeholder with a disabled button: exploring is not available yet. */
export function ExplorePage() {
  const { t } = useTranslation('app');
  return (
    <Page>
      <PageHeading>{t('explore.title')}</PageHeading>
      <Card>
        <EmptyState icon={<Compass size={40} />} action={<Button disabled>{t('explore.title')}</Button>}>
          {t('explore.notYet')}
        </EmptyState>
      </Card>
    </Page>
  );
}
