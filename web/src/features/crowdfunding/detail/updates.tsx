import { Newspaper } from 'lucide-react';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useGetUpdatesInfiniteQuery } from '../../../api/crowdfunding-details.ts';
import { type OwnPosts, useListedPosts } from '../../../api/posts.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { lazyDialog } from '../../../shared/chunk/lazy-dialog.tsx';
import { PostList } from '../../../shared/post-list.tsx';
import { EmptyState } from '../../../ui/index.ts';
import styles from './updates.module.css';

/** Loaded only for creators. */
const UpdateForm = lazyDialog(async () => (await import('./update-form.tsx')).UpdateForm);

interface UpdatesProps {
  readonly crowdfunding: Crowdfunding;
  readonly canPost: boolean;
}

/** Campaign updates, newest first. The creator also sees a form for a new update. */
export function Updates({ crowdfunding: { id }, canPost }: UpdatesProps) {
  const { t } = useTranslation('crowdfunding');
  const query = useGetUpdatesInfiniteQuery({ id }, { refetchOnMountOrArgChange: true });
  const ownPosts: OwnPosts = { at: 'start', includes: ({ update }) => update?.crowdfundingId === id };
  return (
    <div className={styles.updates}>
      {canPost && <UpdateForm crowdfundingId={id} />}
      <PostList
        label={t('updates.list')}
        posts={useListedPosts(query.data, ownPosts)}
        query={query}
        failure={t('updates.failure')}
        end={t('updates.end')}
        hasButton
        empty={
          <EmptyState compact icon={<Newspaper size={36} />}>
            {t('updates.none')}
          </EmptyState>
        }
      />
    </div>
  );
}
