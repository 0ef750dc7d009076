import { HandHeart, type LucideIcon, PawPrint, SearchX, SquarePen } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Role } from '../../../../api/contract/shapes.ts';
import { useUser } from '../../state/session.ts';
import { PageHeading } from '../../ui/index.ts';
import styles from './new-post-page.module.css';

interface Kind {
  readonly label: string;
  readonly text: string;
  readonly Icon: LucideIcon;
  /** Without it the kind is not available yet. */
  readonly to?: string;
  /** Offered to these roles alone. */
  readonly roles?: readonly Role[];
}

const KINDS: readonly Kind[] = [
  { label: 'Publication', text: 'A few words for everybody who follows you.', Icon: SquarePen, to: '/' },
  { label: 'Lost pet', text: 'Not available yet.', Icon: SearchX },
  {
    label: 'Animal for adoption',
    text: 'Find a home for an animal in your care.',
    Icon: PawPrint,
    to: '/new-post/adopt-animal',
  },
  {
    label: 'Crowdfunding',
    text: 'Raise kindracoins for a cause.',
    Icon: HandHeart,
    to: '/new-post/crowdfunding',
    roles: ['ORG', 'ADMIN'],
  },
];

function Choice({ label, text, Icon, to }: Kind) {
  const content = (
    <>
      <Icon size={30} aria-hidden="true" />
      <span className={styles.words}>
        <strong>{label}</strong>
        <span className={styles.text}>{text}</span>
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

/** /new-post: what to publish. */
export function NewPostPage() {
  const role = useUser()?.role;
  const kinds = KINDS.filter(({ roles }) => !roles || (role && roles.includes(role)));
  return (
    <div className={styles.page}>
      <PageHeading>Create Post</PageHeading>
      <ul className={styles.choices}>
        {kinds.map((kind) => (
          <li key={kind.label}>
            <Choice {...kind} />
          </li>
        ))}
      </ul>
    </div>
  );
}
