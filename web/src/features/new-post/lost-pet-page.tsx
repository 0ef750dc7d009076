import { useTranslation } from '../../i18n/index.ts';
import { PageHeading } from '../../ui/index.ts';
import styles from './new-post-page.module.css';

/** /new-post/lost-pet: the place of what is to come. */
export function LostPetPage() {
  const { t } = useTranslation('new-post');
  return (
    <div className={styles.page}>
      <PageHeading>{t('kinds.lostPet.title')}</PageHeading>
    </div>
  );
}
