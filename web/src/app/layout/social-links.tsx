import { Mail } from 'lucide-react';
import { useTranslation } from '../../i18n/index.ts';
import styles from './side-menu.module.css';

/** Social network icons. They are in a separate file, because inlined icons would delay the loading of the code. */
const ICONS = '/social-icons.svg';

function createShareLinks(address: string, shareText: string) {
  const link = encodeURIComponent(address);
  const text = encodeURIComponent(`${shareText} ${address}`);
  return [
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?text=${text}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { name: 'X', href: `https://x.com/intent/post?text=${text}` },
  ];
}

/** Links that share Kindra on social networks. */
export function SocialLinks() {
  const { t } = useTranslation('app');
  const shareText = t('share.words');
  return (
    <ul className={styles.social} aria-label={t('share.title')}>
      {createShareLinks(location.origin, shareText).map(({ name, href }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noreferrer" title={name}>
            <svg width="18" height="18" fill="currentColor" aria-hidden="true">
              <use href={`${ICONS}#${name.toLowerCase()}`} />
            </svg>
            <span className="visually-hidden">{t('share.on', { name })}</span>
          </a>
        </li>
      ))}
      <li>
        <a
          href={`mailto:?subject=Kindra&body=${encodeURIComponent(`${shareText} ${location.origin}`)}`}
          aria-label={t('share.byEmail')}
          title={t('share.email')}
        >
          <Mail size={18} aria-hidden="true" />
        </a>
      </li>
    </ul>
  );
}
