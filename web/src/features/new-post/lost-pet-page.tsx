import { useTranslation } from '../../i18n/index.ts';
import { PageHeading } from '../../ui/index.ts';
import styles from './new-post-page.module.css';

/** /new-post/lost-pet: placeholder of a future page. */
export function LostPetPage() {
  const { t } = useTranslation('new-post');
  return (
    <div className={styles.page}>
      <PageHeading>{t('kinds.lostPet.title')}</PageHeading>
    </div>
  );
}
