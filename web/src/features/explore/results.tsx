import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { PostsState } from '../../api/posts.ts';
import type { FoundTag, SearchResult, SearchType } from '../../api/search.ts';
import { useEntity } from '../../api/stored-entities.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { AnimalCard } from '../../shared/animal/animal-card.tsx';
import { CrowdfundingCard } from '../../shared/crowdfunding/crowdfunding-card.tsx';
import { FollowButton } from '../../shared/follow-button.tsx';
import { PostCard } from '../../shared/post-card/post-card.tsx';
import { ProfileIdentity } from '../../shared/profile-link/profile-identity.tsx';
import { Card, classNames, RoleBadge } from '../../ui/index.ts';
import styles from './explore.module.css';
import { getResultKey, getTagPath } from './result-texts.ts';

const MAX_NAME_LENGTH = 25;
const MAX_COUNTED_POSTS = 100;

type ResultOf<Type extends SearchType> = Extract<SearchResult, { type: Type }>;

function FoundProfile({ profile }: Pick<ResultOf<'PERSON'>, 'profile'>) {
  const current = useEntity('profile', profile.id) ?? profile;
  return (
    <Card className={styles.profile}>
      <ProfileIdentity profile={current} nameLimit={MAX_NAME_LENGTH}>
        <RoleBadge role={current.role} approved={current.approved} />
      </ProfileIdentity>
      <FollowButton profile={current} inList />
    </Card>
  );
}

function FoundPost({ post }: Pick<ResultOf<'POST'>, 'post'>) {
  const current = useEntity('post', post.id) ?? post;
  const isRemoved = useSelector(({ posts }: { posts: PostsState }) => posts.removed[post.id] !== undefined);
  return isRemoved ? null : <PostCard post={current} />;
}

function FoundTagCard({ tag }: { readonly tag: FoundTag }) {
  const { t } = useTranslation('explore');
  const isMore = tag.posts >= MAX_COUNTED_POSTS;
  return (
    <Card className={styles.tag}>
      <Link to={getTagPath(tag.name)}>
        <bdi>#{tag.name}</bdi>
      </Link>
      <span className={styles.kind}>
        {isMore
          ? t('morePosts', { shown: formatNumber(MAX_COUNTED_POSTS) })
          : t('posts', { count: tag.posts, shown: formatNumber(tag.posts) })}
      </span>
    </Card>
  );
}

function Result({ result }: { readonly result: SearchResult }) {
  if (result.type === 'TAG') return <FoundTagCard tag={result.tag} />;
  if (result.type === 'CROWDFUNDING') return <CrowdfundingCard id={result.crowdfunding.id} />;
  if (result.type === 'ANIMAL') return <AnimalCard animal={result.animal} />;
  return result.type === 'POST' ? (
    <FoundPost post={result.post} />
  ) : (
    <FoundProfile profile={result.profile} />
  );
}

interface ResultListProps {
  readonly type: SearchType;
  readonly results: readonly SearchResult[];
}

/** Results of one type. */
export function ResultList({ type, results }: ResultListProps) {
  const { t } = useTranslation('explore');
  const isGrid = type === 'CROWDFUNDING' || type === 'ANIMAL';
  return (
    <ul className={classNames(styles.list, isGrid && styles.grid)} aria-label={t(`types.${type}`)}>
      {results.map((result) => (
        <li key={getResultKey(result)}>
          <Result result={result} />
        </li>
      ))}
    </ul>
  );
}
