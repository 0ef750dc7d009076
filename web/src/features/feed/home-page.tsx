import { ChartBarBig, Image } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { PostForm } from '../../shared/post-form.tsx';
import { type FeedSection, sectionChosen, selectSection } from '../../state/feed.ts';
import { ASIDE_FROM, IconButton, PageHeading, type Tab, Tabs, useMedia } from '../../ui/index.ts';
import { FollowingFeed } from './following-feed.tsx';
import { ForYouFeed } from './for-you-feed.tsx';
import styles from './home-page.module.css';
import { Suggestions } from './suggestions.tsx';
import { useSectionScroll } from './use-section-scroll.ts';

const FEEDS: readonly Tab<FeedSection>[] = [
  { key: 'foryou', label: 'For you' },
  { key: 'following', label: 'Following' },
];
const WITH_OTHERS: readonly Tab<FeedSection>[] = [...FEEDS, { key: 'others', label: 'Others' }];

function QuickPostBox() {
  return (
    <PostForm
      label="Write a post"
      placeholder="What is happening with the animals around you?"
      submit="Post"
      extras={
        <>
          <IconButton label="Add an image (not available yet)" disabled>
            <Image size={20} />
          </IconButton>
          <IconButton label="Add a survey (not available yet)" disabled>
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

/** The home page: feeds with the box for a quick post, and suggestions beside them or under their own tab. */
export function HomePage() {
  const beside = useMedia(`(min-width: ${ASIDE_FROM}px)`);
  const chosen = useSelector(selectSection);
  const dispatch = useDispatch();
  const section = beside && chosen === 'others' ? 'foryou' : chosen;
  useSectionScroll(section);

  return (
    <div className={styles.page}>
      <PageHeading hidden>Home</PageHeading>
      <Tabs
        label="Feeds"
        className={styles.feeds}
        tabs={beside ? FEEDS : WITH_OTHERS}
        selected={section}
        onSelect={(key) => dispatch(sectionChosen(key))}
      >
        <Section section={section} />
      </Tabs>
      {beside && (
        <aside className={styles.aside} aria-label="Suggestions">
          <Suggestions />
        </aside>
      )}
    </div>
  );
}
