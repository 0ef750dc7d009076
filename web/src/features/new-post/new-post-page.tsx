import { HandHeart, type LucideIcon, PawPrint, SearchX, SquarePen } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Role } from '../../../../contract/shapes.ts';
import { type EnglishTexts, useTranslation } from '../../i18n/index.ts';
import { useUser } from '../../state/session.ts';
import { PageHeading } from '../../ui/index.ts';
import { Page } from '../../ui/page.tsx';
import styles from './new-post-page.module.css';

interface PostKind {
  readonly name: keyof EnglishTexts['new-post']['kinds'];
  readonly Icon: LucideIcon;
  /** Omitted while this kind is not available yet. */
  readonly to?: string;
  /** Roles for which this kind is available. */
  readonly roles?: readonly Role[];
}

const POST_KINDS: readonly PostKind[] = [
  { name: 'publication', Icon: SquarePen, to: '/' },
  { name: 'lostPet', Icon: SearchX },
  { name: 'adoption', Icon: PawPrint, to: '/new-post/adopt-animal' },
  { name: 'crowdfunding', Icon: HandHeart, to: '/new-post/crowdfunding', roles: ['ORG', 'ADMIN'] },
];

function PostKindLink({ name, Icon, to }: PostKind) {
  const { t } = useTranslation('new-post');
  const content = (
    <>
      <Icon size={30} aria-hidden="true" />
      <span className={styles.words}>
        <strong>{t(`kinds.${name}.title`)}</strong>
        <span className={styles.text}>{t(`kinds.${name}.text`)}</span>
      </span>
    </>
  );
  if (!to)
    return (
      <button type="button" className={styles.choice} disabled>
        {content}
      </button>
    );
  return (
    <Link to={to} className={styles.choice}>
      {content}
    </Link>
  );
}

/** /new-post: selects what to publish. */
export function NewPostPage() {
  const { t } = useTranslation('new-post');
  const role = useUser()?.role;
  const kinds = POST_KINDS.filter(({ roles }) => !roles || (role && roles.includes(role)));
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <ul className={styles.choices}>
        {kinds.map((kind) => (
          <li key={kind.name}>
            <PostKindLink {...kind} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** /new-post/lost-pet: placeholder for a future page. */
export function LostPetPage() {
  const { t } = useTranslation('new-post');
  return (
    <Page>
      <PageHeading>{t('kinds.lostPet.title')}</PageHeading>
    </Page>
  );
}
