import { CirclePlus, Coins } from 'lucide-react';
import { useBalance } from '../../../api/wallet.ts';
import { Card, LinkButton, PageHeading } from '../../../ui/index.ts';
import { coinsText, eurosText } from '../amounts.ts';
import { TransactionList } from '../transaction-list.tsx';
import styles from '../wallet.module.css';

function Balance() {
  const coins = useBalance();
  return (
    <Card as="section" className={styles.balance} aria-labelledby="balance">
      <div>
        <h2 id="balance" className={styles.label}>
          Balance
        </h2>
        <p className={styles.coins}>
          <Coins size={32} aria-hidden="true" />
          {coinsText(coins)}
        </p>
        <p className={styles.small}>worth {eurosText(coins)}</p>
      </div>
      <LinkButton to="/wallet/payment" icon={<CirclePlus size={20} aria-hidden="true" />}>
        Buy coins
      </LinkButton>
    </Card>
  );
}

/** What one holds, and every movement of it. */
export function WalletPage() {
  return (
    <div className={styles.page}>
      <PageHeading>Wallet</PageHeading>
      <Balance />
      <Card as="section" className={styles.history} aria-labelledby="history">
        <h2 id="history">Transactions</h2>
        <TransactionList />
      </Card>
    </div>
  );
}
