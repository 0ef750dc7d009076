import { Ellipsis, Eye, Flag, Heart, Link2, MessageCircle } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Post } from '../../../../contract/shapes.ts';
import { createIdempotencyKey } from '../../api/base.ts';
import { useToggleLikeMutation } from '../../api/post-writes.ts';
import { abbreviateNumber, useTranslation } from '../../i18n/index.ts';
import { useUser } from '../../state/session.ts';
import {
  AbbreviatedNumber,
  Avatar,
  Card,
  classNames,
  Menu,
  type MenuItem,
  RelativeTime,
  RoleBadge,
  truncate,
} from '../../ui/index.ts';
import { lazyDialog } from '../chunk/lazy-dialog.tsx';
import { usePostActions } from '../post-actions/use-post-actions.tsx';
import { ProfileLink } from '../profile-link/profile-link.tsx';
import { useReport } from '../report/use-report.tsx';
import { TakenDownNote } from '../take-down/taken-down-note.tsx';
import { useTakeDown } from '../take-down/use-take-down.tsx';
import { useRequireLogin } from '../use-require-login.ts';
import { canShare, useShare } from '../use-share.ts';
import styles from './post-card.module.css';
import { TextWithLinks } from './text-with-links.tsx';

const CrowdfundingUpdate = lazyDialog(
  async () => (await import('./crowdfunding-update.tsx')).CrowdfundingUpdate,
  ['post-actions'],
);

const MAX_NAME_LENGTH = 30;

/** Selector for elements in a card that do not open the post. */
const INTERACTIVE = 'a, button, input, textarea, dialog, [role="menu"]';

const toCountParams = (count: number) => ({ count, shown: abbreviateNumber(count) });

function LikeButton({ post }: { readonly post: Post }) {
  const { t } = useTranslation('shared');
  const requireLogin = useRequireLogin();
  const [like, { isLoading }] = useToggleLikeMutation();

  const toggle = () => {
    if (isLoading || !requireLogin()) return;
    void like({ id: post.id, liked: !post.liked, idempotencyKey: createIdempotencyKey() });
  };

  return (
    <button
      type="button"
      className={classNames(styles.action, styles.like)}
      aria-pressed={post.liked}
      aria-label={t('post.like', toCountParams(post.likes))}
      onClick={toggle}
    >
      <Heart size={20} aria-hidden="true" fill={post.liked ? 'currentColor' : 'none'} />
      <AbbreviatedNumber value={post.likes} />
    </button>
  );
}

interface PostHeaderProps {
  readonly post: Post;
  readonly options: readonly MenuItem[];
  readonly onShowHistory: () => void;
}

function PostHeader({ post, options, onShowHistory }: PostHeaderProps) {
  const { t } = useTranslation('shared');
  const { profileName, nickname, id, role, approved, avatar } = post.creatorData;
  return (
    <header className={styles.head}>
      <ProfileLink nickname={nickname} className={styles.picture} isDuplicate>
        <Avatar name={profileName} seed={id} picture={avatar} />
      </ProfileLink>
      <div className={styles.who}>
        <div className={styles.name}>
          <ProfileLink nickname={nickname}>
            <bdi>{truncate(profileName, MAX_NAME_LENGTH)}</bdi>
          </ProfileLink>
          <RoleBadge role={role} approved={approved} />
        </div>
        <p className={styles.dates}>
          <span className={styles.nickname}>@{nickname}</span> · <RelativeTime instant={post.pubDate} />
        </p>
        {post.modDate !== post.pubDate && (
          <p className={styles.dates}>
            <button type="button" className={styles.modified} onClick={onShowHistory}>
              {t('post.modified')} <RelativeTime instant={post.modDate} />
            </button>
          </p>
        )}
      </div>
      {options.length > 0 && <Menu label={t('post.options')} icon={<Ellipsis size={20} />} items={options} />}
    </header>
  );
}

interface PostCardProps {
  readonly post: Post;
  /** Shows the text in a larger font, for a post on its own page. */
  readonly detail?: boolean;
  readonly onDeleted?: () => void;
}

/** Memoized card for a post or comment, with its actions. */
export const PostCard = memo(function PostCard({ post, detail = false, onDeleted }: PostCardProps) {
  const { t } = useTranslation('shared');
  const user = useUser();
  const actions = usePostActions(post, onDeleted);
  const report = useReport('post', post.id);
  const { item: takeDownItem, dialog: takeDownDialog } = useTakeDown({
    kind: 'post',
    id: post.id,
    ownerId: post.creatorData.id,
    isTakenDown: post.takenDown !== undefined,
  });
  const isOwn = user?.id === post.creatorData.id;
  const canReport = user !== null && !isOwn && !post.takenDown;
  const path = `/post/${post.id}`;
  const navigate = useNavigate();
  const openPost = ({ target }: MouseEvent) => {
    if (!(target as Element).closest(INTERACTIVE) && !getSelection()?.toString()) void navigate(path);
  };
  const share = useShare(path, t('post.name', { name: post.creatorData.profileName }));
  const options: readonly MenuItem[] = [
    ...(post.takenDown
      ? []
      : [
          {
            label: t(canShare() ? 'share.share' : 'share.copy'),
            icon: <Link2 size={18} aria-hidden="true" />,
            onSelect: () => void share(),
          },
        ]),
    ...(canReport
      ? [{ label: t('report.action'), icon: <Flag size={18} aria-hidden="true" />, onSelect: report.ask }]
      : []),
    ...(takeDownItem ? [takeDownItem] : []),
    ...actions.items,
  ];
  return (
    <Card
      as="article"
      className={classNames(styles.card, !detail && styles.opens)}
      aria-label={t('post.name', { name: post.creatorData.profileName })}
      onClick={detail ? undefined : openPost}
    >
      <PostHeader post={post} options={options} onShowHistory={actions.showHistory} />
      <TakenDownNote takenDown={post.takenDown} />
      <p className={classNames(styles.text, detail && styles.large)} dir="auto">
        <TextWithLinks text={post.text} />
      </p>
      {post.update && (
        <div className={post.update.hasPicture ? styles.pictured : undefined}>
          <CrowdfundingUpdate post={post} />
        </div>
      )}
      <footer className={styles.actions}>
        <Link
          to={path}
          className={styles.action}
          aria-label={t('post.comment', toCountParams(post.comments))}
        >
          <MessageCircle size={20} aria-hidden="true" />
          <AbbreviatedNumber value={post.comments} />
        </Link>
        <LikeButton post={post} />
        <span className={styles.action}>
          <Eye size={20} aria-hidden="true" />
          <AbbreviatedNumber value={post.views} />
          <span className="visually-hidden">{t('post.views', { count: post.views })}</span>
        </span>
      </footer>
      {actions.dialog}
      {report.dialog}
      {takeDownDialog}
    </Card>
  );
});
