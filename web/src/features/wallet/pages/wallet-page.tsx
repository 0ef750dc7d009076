import { CirclePlus, Coins } from 'lucide-react';
import { useBalance } from '../../../api/wallet.ts';
import { formatEuros, useTranslation } from '../../../i18n/index.ts';
import { Card, LinkButton, PageHeading } from '../../../ui/index.ts';
import { Columns, Page } from '../../../ui/page.tsx';
import { formatCoins } from '../amounts.ts';
import { TransactionList } from '../transaction-list.tsx';
import styles from '../wallet.module.css';

function BalanceCard() {
  const { t } = useTranslation('wallet');
  const coins = useBalance();
  return (
    <Card as="section" className={styles.balance} aria-labelledby="balance">
      <div>
        <h2 id="balance" className={styles.label}>
          {t('balance')}
        </h2>
        <p className={styles.coins}>
          <Coins size={32} aria-hidden="true" />
          {formatCoins(coins)}
        </p>
        <p className={styles.small}>{t('worth', { euros: formatEuros(coins) })}</p>
      </div>
      <LinkButton to="/wallet/payment" icon={<CirclePlus size={20} aria-hidden="true" />}>
        {t('buy')}
      </LinkButton>
    </Card>
  );
}

/** Wallet balance and transactions. */
export function WalletPage() {
  const { t } = useTranslation('wallet');
  return (
    <Page width="none">
      <PageHeading>{t('title')}</PageHeading>
      <Columns side={<BalanceCard />}>
        <Card as="section" className={styles.history} aria-labelledby="history">
          <h2 id="history">{t('transactions')}</h2>
          <TransactionList />
        </Card>
      </Columns>
    </Page>
  );
}
