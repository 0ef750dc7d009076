import styles from './payment.module.css';

const CARDS = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0025 0000 3155', 'asks your bank first (3-D Secure)'],
  ['4000 0000 0005 0007', 'takes a little time'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has not enough money'],
] as const;

/** The cards that the simulator knows, for whoever tries Kindra out. */
export function TestCards() {
  return (
    <details className={styles.help}>
      <summary>No real money is taken here: use a test card</summary>
      <dl className={styles.cards}>
        {CARDS.map(([number, what]) => (
          <div key={number}>
            <dt>{number}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>Any date in the future and any security code will do.</p>
    </details>
  );
}
