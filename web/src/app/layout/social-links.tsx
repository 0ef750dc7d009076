import { Mail } from 'lucide-react';
import { useTranslation } from '../../i18n/index.ts';
import styles from './side-menu.module.css';

const BLUESKY_ICON =
  'M6.335 4.212C8.628 5.933 11.095 9.424 12 11.297c.905-1.873 3.372-5.364 5.665-7.085C19.319 2.97 22 2.008 22 5.068c0 .611-.35 5.134-.556 5.868-.714 2.553-3.319 3.204-5.635 2.81 4.049.689 5.079 2.972 2.854 5.255-4.225 4.335-6.072-1.088-6.545-2.477L12 16.200l-.118.324c-.473 1.389-2.32 6.812-6.545 2.477-2.225-2.283-1.195-4.566 2.854-5.255-2.316.394-4.921-.257-5.635-2.810C2.35 10.202 2 5.679 2 5.068c0-3.06 2.681-2.098 4.335-.856Z';
const FACEBOOK_ICON =
  'M14 8.500V6.600c0-.9.2-1.4 1.5-1.400H17V2h-2.500C11.3 2 10 3.6 10 6.200v2.300H8V12h2v10h4V12h2.700l.4-3.500H14Z';
const X_ICON =
  'M17.7 3h3.100l-6.7 7.700L22 21h-6.200l-4.8-6.300L5.4 21H2.300l7.2-8.200L2 3h6.300l4.4 5.800L17.7 3Zm-1.1 16.200h1.700L7.5 4.700H5.700l10.9 14.500Z';

/** Creates the share links of social networks. */
function createShareLinks(address: string, words: string) {
  const link = encodeURIComponent(address);
  const text = encodeURIComponent(`${words} ${address}`);
  return [
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?text=${text}`, path: BLUESKY_ICON },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}`, path: FACEBOOK_ICON },
    { name: 'X', href: `https://x.com/intent/post?text=${text}`, path: X_ICON },
  ];
}

/** Links that share Kindra on social networks. */
export function SocialLinks() {
  const { t } = useTranslation('app');
  const words = t('share.words');
  return (
    <ul className={styles.social} aria-label={t('share.title')}>
      {createShareLinks(location.origin, words).map(({ name, href, path }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noreferrer" title={name}>
            <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true">
              <path d={path} />
            </svg>
            <span className="visually-hidden">{t('share.on', { name })}</span>
          </a>
        </li>
      ))}
      <li>
        <a
          href={`mailto:?subject=Kindra&body=${encodeURIComponent(`${words} ${location.origin}`)}`}
          aria-label={t('share.byEmail')}
          title={t('share.email')}
        >
          <Mail size={18} aria-hidden="true" />
        </a>
      </li>
    </ul>
  );
}
