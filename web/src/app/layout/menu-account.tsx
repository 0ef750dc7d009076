import { Coins, Eye, EyeOff, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '../../../../api/contract/shapes.ts';
import { useBalance } from '../../api/wallet.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { useWayBack } from '../../shared/way-back.ts';
import { useUser } from '../../state/session.ts';
import { Avatar, classNames, IconButton, LinkButton, truncate } from '../../ui/index.ts';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';
import styles from './side-menu.module.css';

function WalletLink({ collapsed }: { readonly collapsed: boolean }) {
  const { t } = useTranslation('app');
  const coins = useBalance();
  const [visible, setVisible] = useStoredFlag('tokensVisible', true);
  const balance = visible ? formatNumber(coins) : '*****';
  return (
    <div className={styles.wallet}>
      <Link
        to="/wallet"
        className={styles.entry}
        title={collapsed ? t('wallet.title', { balance }) : undefined}
      >
        <Coins size={22} aria-hidden="true" />
        <span className={classNames(collapsed && 'visually-hidden')}>
          <span className="visually-hidden">{t('wallet.label')}</span>
          <span aria-hidden={!visible}>{balance}</span>{' '}
          {visible ? (
            t('wallet.coins', { count: coins })
          ) : (
            <span className="visually-hidden">{t('wallet.hidden')}</span>
          )}
        </span>
      </Link>
      <IconButton label={t(visible ? 'wallet.hide' : 'wallet.show')} onClick={() => setVisible(!visible)}>
        {visible ? <EyeOff size={18} /> : <Eye size={18} />}
      </IconButton>
    </div>
  );
}

function ProfileLink({ user, collapsed }: { readonly user: SessionUser; readonly collapsed: boolean }) {
  const { t } = useTranslation('app');
  return (
    <div className={styles.profile}>
      <Link to="/profile" className={styles.who}>
        <span className="visually-hidden">{t('layout.profile')}</span>
        <Avatar name={user.profileName} seed={user.id} />
        {!collapsed && (
          <span className={styles.names}>
            <strong>{truncate(user.profileName, 15)}</strong>
            <span>@{user.nickname}</span>
          </span>
        )}
      </Link>
      <Link
        to="/settings"
        className={styles.round}
        aria-label={t('layout.settings')}
        title={t('layout.settings')}
      >
        <Settings size={20} aria-hidden="true" />
      </Link>
    </div>
  );
}

/** The upper part of the menu: who is logged in and their coins, or how to log in. */
export function MenuAccount({ collapsed }: { readonly collapsed: boolean }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const wayBack = useWayBack();
  if (user)
    return (
      <div>
        <ProfileLink user={user} collapsed={collapsed} />
        <WalletLink collapsed={collapsed} />
      </div>
    );
  if (collapsed) return null;
  return (
    <div className={styles.visitor}>
      <LinkButton to="/login" state={wayBack}>
        {t('layout.login')}
      </LinkButton>
      <LinkButton to="/register" state={wayBack} variant="secondary">
        {t('layout.register')}
      </LinkButton>
    </div>
  );
}
