import { Coins, Eye, EyeOff, LogIn, Settings, UserPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '../../../../contract/shapes.ts';
import { useBalance } from '../../api/wallet.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { useReturnTarget } from '../../shared/return-target.ts';
import { useUser } from '../../state/session.ts';
import { Avatar, classNames, IconButton, IconLink, LinkButton, truncate } from '../../ui/index.ts';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';
import styles from './side-menu.module.css';

interface CollapsibleProps {
  readonly isCollapsed: boolean;
}

function WalletLink({ isCollapsed }: CollapsibleProps) {
  const { t } = useTranslation('app');
  const coins = useBalance();
  const [visible, setVisible] = useStoredFlag('tokensVisible', true);
  const balance = visible ? formatNumber(coins) : '*****';
  return (
    <div className={styles.wallet}>
      <Link
        to="/wallet"
        className={styles.entry}
        title={isCollapsed ? t('wallet.title', { balance, count: visible ? coins : 0 }) : undefined}
      >
        <Coins size={22} aria-hidden="true" />
        <span className={classNames(isCollapsed && 'visually-hidden')}>
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

function ProfileLink({ user, isCollapsed }: CollapsibleProps & { readonly user: SessionUser }) {
  const { t } = useTranslation('app');
  return (
    <div className={styles.profile}>
      <Link to="/profile" className={styles.who}>
        <span className="visually-hidden">{t('layout.profile')}</span>
        <Avatar name={user.profileName} seed={user.id} picture={user.avatar} />
        {!isCollapsed && (
          <span className={styles.names}>
            <strong>{truncate(user.profileName, 15)}</strong>
            <span>@{user.nickname}</span>
          </span>
        )}
      </Link>
      <IconLink to="/settings" label={t('layout.settings')}>
        <Settings size={20} aria-hidden="true" />
      </IconLink>
    </div>
  );
}

const LOGIN_LINKS = [
  { name: 'login', to: '/login', Icon: LogIn, variant: 'primary' },
  { name: 'register', to: '/register', Icon: UserPlus, variant: 'secondary' },
] as const;

function LoginLinks({ isCollapsed }: CollapsibleProps) {
  const { t } = useTranslation('app');
  const returnTarget = useReturnTarget();
  return (
    <div className={styles.visitor}>
      {LOGIN_LINKS.map(({ name, to, Icon, variant }) => (
        <LinkButton
          key={name}
          to={to}
          state={returnTarget}
          variant={variant}
          icon={isCollapsed && <Icon size={20} aria-hidden="true" />}
          title={isCollapsed ? t(`layout.${name}`) : undefined}
        >
          <span className={classNames(isCollapsed && 'visually-hidden')}>{t(`layout.${name}`)}</span>
        </LinkButton>
      ))}
    </div>
  );
}

/** Upper part of the menu: account and balance, or login links. */
export function MenuAccount({ isCollapsed }: CollapsibleProps) {
  const user = useUser();
  if (!user) return <LoginLinks isCollapsed={isCollapsed} />;
  return (
    <div>
      <ProfileLink user={user} isCollapsed={isCollapsed} />
      <WalletLink isCollapsed={isCollapsed} />
    </div>
  );
}
