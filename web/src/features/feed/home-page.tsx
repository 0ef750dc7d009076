import { ChartBarBig, Image } from 'lucide-react';
import { Suspense } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { PostForm } from '../../shared/post-form.tsx';
import { type FeedSection, sectionChosen, selectSection } from '../../state/feed.ts';
import { useUser } from '../../state/session.ts';
import { ASIDE_MIN_WIDTH, IconButton, PageHeading, Tabs, useMinWidth } from '../../ui/index.ts';
import { DiscoveryLists } from './discovery/lazy-parts.ts';
import { Welcome } from './discovery/welcome.tsx';
import { FollowingFeed, ForYouFeed } from './feeds.tsx';
import styles from './home-page.module.css';
import { Suggestions } from './suggestions.tsx';
import { useSectionScroll } from './use-section-scroll.ts';

const FEEDS = ['foryou', 'following'] as const satisfies FeedSection[];
const ALL_SECTIONS = [...FEEDS, 'others'] as const satisfies FeedSection[];

function QuickPostBox() {
  const { t } = useTranslation('feed');
  return (
    <PostForm
      label={t('box.label')}
      placeholder={t('box.placeholder')}
      submit={t('box.submit')}
      extras={
        <>
          <IconButton label={t('box.image')} disabled>
            <Image size={20} />
          </IconButton>
          <IconButton label={t('box.survey')} disabled>
            <ChartBarBig size={20} />
          </IconButton>
        </>
      }
    />
  );
}

function Section({ section }: { readonly section: FeedSection }) {
  if (section === 'others') return <Suggestions />;
  return (
    <div className={styles.section}>
      <QuickPostBox />
      {section === 'foryou' ? <ForYouFeed /> : <FollowingFeed />}
    </div>
  );
}

/** The home page: the feeds, a form for a new post, and suggestions beside the feeds or in their own tab. */
export function HomePage() {
  const { t } = useTranslation('feed');
  const isBeside = useMinWidth(ASIDE_MIN_WIDTH);
  const chosenSection = useSelector(selectSection);
  const user = useUser();
  const dispatch = useDispatch();
  const section = isBeside && chosenSection === 'others' ? 'foryou' : chosenSection;
  const sections: readonly FeedSection[] = isBeside ? FEEDS : ALL_SECTIONS;
  useSectionScroll(section);

  return (
    <div className={styles.page}>
      <PageHeading hidden>{t('home')}</PageHeading>
      <div className={styles.feeds}>
        {!user && <Welcome />}
        <Tabs
          label={t('feeds')}
          className={styles.tabs}
          tabs={sections.map((key) => ({ key, label: t(`sections.${key}`) }))}
          selected={section}
          onSelect={(key) => dispatch(sectionChosen(key))}
        >
          <Section section={section} />
        </Tabs>
      </div>
      {isBeside && (
        <aside className={styles.aside} aria-label={t('suggestions.title')}>
          <Suggestions />
          <Suspense fallback={null}>
            <DiscoveryLists />
          </Suspense>
        </aside>
      )}
    </div>
  );
}
