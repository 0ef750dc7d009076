import { useTranslation } from '../../i18n/index.ts';
import { PageHeading } from '../../ui/index.ts';

/** /new-post/lost-pet: the place of what is to come. */
export function LostPetPage() {
  const { t } = useTranslation('new-post');
  return <PageHeading>{t('kinds.lostPet.title')}</PageHeading>;
}
